#pragma once

#include <cstddef>

#include "bsg/model.h"
#include "inference/densities.h"
#include "inference/natural_parameters.h"
#include "inference/prior.h"
#include "inference/word_selection.h"

namespace bsg::inference {

/// One side of the model while it is learned, u or v.
struct LearnedSide {
  /// All words, owned, with densities and natural parameters of 0.
  LearnedSide(Side which, std::size_t words, std::size_t dimension, Prior before)
      : LearnedSide(which, words, dimension, std::move(before), all_words(words)) {}
  LearnedSide(Side which, std::size_t words, std::size_t dimension, Prior before, WordRange mine)
      : side(which),
        owned(mine),
        densities(words, dimension),
        natural(mine, dimension),
        prior(std::move(before)) {}

  Side side;
  WordRange owned;            ///< the words that are updated here
  Densities densities;        ///< of all words: the other side is updated from them
  NaturalParameters natural;  ///< of the words owned
  Prior prior;
};

}  // namespace bsg::inference
