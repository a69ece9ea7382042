#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bsg/choices.h"
#include "corpus/encoded_corpus.h"
#include "sampling/group_by_key.h"
#include "sampling/pair_counter.h"
#include "sampling/touched_ids.h"

namespace bsg::sampling {

/// What is known of the words of a text before its pairs are counted.
struct PairRule {
  /// By word: its probability to be kept as a context (section 2.2). A word with 0 takes no place
  /// in windows, as one outside the vocabulary takes none in training.
  std::vector<float> keep;
  std::uint32_t window = 1;                          ///< c_max
  bool sets = false;                                 ///< the window is the whole sentence
  BasketWeight basket_weight = BasketWeight::pairs;  ///< of sets
  /// c of BasketWeight::items; 0: that of the text at hand.
  float mean_partners = 1;

  float pair_weight = 1;  ///< times this
};

/// Sums of pair weights of one word at a time, in an array over all words.
class PairSums {
 public:
  explicit PairSums(std::size_t words) : sums_(words), partners_(words) {}

  /// REQUIRES: weight > 0.
  void add(std::uint32_t id, float weight) {
    if (sums_[id] == 0) partners_.add(id);
    sums_[id] += weight;
  }

  /// All pairs of a row.
  void add(const PairRow& row) {
    for (std::size_t k = 0; k < row.ids.size(); ++k) add(row.ids[k], row.counts[k]);
  }

  /// Hands out what was added, as positive pairs, and starts anew.
  void take(PairRow& row);

 private:
  std::vector<float> sums_;
  TouchedIds partners_;
};

/// A text's positive pairs as they are on average over all draws of steps 5.1 and 5.3 of Figure 1,
/// given that the centre is kept. A context with n kept tokens between itself and the centre is in
/// the window with probability (c_max − n) / c_max; how many are kept follows from the tokens' own
/// probabilities. So the pairs of a few lines need no draw, and have no noise of one.
class ExpectedPairs {
 public:
  ExpectedPairs(const corpus::EncodedCorpus& corpus, PairRule rule);

  /// Where the word stands, ascending.
  [[nodiscard]] std::span<const std::uint32_t> occurrences(std::uint32_t word) const {
    return occurrences_[word];
  }
  /// Positions of occurrences are below this.
  [[nodiscard]] std::size_t positions() const { return tokens_.size(); }
  /// Whether a position has no token: one before the first sentence, and one behind each. REQUIRES:
  /// position < positions().
  [[nodiscard]] bool is_end(std::size_t position) const;

  /// Adds the contexts of the centre at this position. Thread-safe.
  void add_contexts(std::uint32_t position, PairSums& pairs) const;

 private:
  void index_occurrences();
  /// The tokens from `position` on in steps of `step`, which may be −1 modulo 2^32, to the end.
  template <class Between>
  void add_side(std::uint32_t position, std::uint32_t step, Between between, PairSums& pairs) const;
  /// Calls visit(id, keep) for every other token of the set that may be kept.
  template <class Visit>
  void for_each_other(std::uint32_t position, Visit visit) const;
  void add_set(std::uint32_t position, PairSums& pairs) const;

  PairRule rule_;
  std::vector<std::uint32_t> tokens_;  ///< sentences, with an end before the first and behind each
  Groups occurrences_;
};

}  // namespace bsg::sampling
