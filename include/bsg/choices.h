#pragma once

/// The named values that options take.

namespace bsg {

enum class Tokenizer {
  whitespace,  ///< tokens are separated by ASCII white space
  words,       ///< Unicode word segmentation and case folding
};

/// How files of texts, baskets or users' items are laid out.
enum class InputFormat {
  lines,  ///< a sentence or a basket a line
  csv,    ///< a row for each item somebody had: comma-separated values (RFC 4180)
  tsv,    ///< the same with tabs
};

/// What a positive pair of a basket's items weighs.
enum class BasketWeight {
  pairs,  ///< 1: a basket of n items has n (n − 1) pairs
  items,  ///< c / (n − 1): each item has as much context as any other, however long its basket; c,
          ///< how many items an item has beside it on average, leaves the sum as it is
};

/// Form of ξ²_ij = E[(u_iᵀv_j)²].
enum class Xi {
  exact,  ///< (9) with (10)
  paper,  ///< (11) as printed
};

/// What stands for the negative pairs of a word.
enum class NegativeMode {
  sampled,   ///< N draws for each positive pair (step 5.4 of Figure 1)
  expected,  ///< their expectation, at a cost that does not depend on N
};

/// Whether a training measures how far scores scatter from text to text.
enum class Calibrate {
  automatic,  ///< where that has been tested: texts, no baskets, that are not too short
  yes,
  no,
};

/// A value for every option of the vocabulary, sampling and inference: see bsg/recipe.h.
enum class Recipe {
  standard,  ///< what measures best for its cost
  paper,     ///< section 5.2, to the letter
};

/// What is learned from the pairs of words.
enum class Method {
  bsg,       ///< the paper's: densities, by variational Bayes
  skipgram,  ///< section 2's: points, by stochastic gradient steps
  gibbs,     ///< moments of draws from the exact posterior, by a Gibbs sampler
};

}  // namespace bsg
