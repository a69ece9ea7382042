#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comparing/compared_words.h"

namespace bsg::comparing {

/// Axes in which the noise of estimates is alike in every direction, so that a change shows best:
/// in the model's, a few directions have most of it. W is the covariance of differences between
/// parts of the same text, over words at the scale of their own tr V, with a mean diagonal of 1,
/// and drawn towards the identity where there are few; the axes are those of L⁻¹, W = LLᵀ.
class NoiseAxes {
 public:
  /// From every second word, the one at `first` and those after it. REQUIRES: at least one word.
  NoiseAxes(std::span<const ComparedWord> words, std::size_t first);

  /// The parts in these axes.
  [[nodiscard]] WordParts bring(const WordParts& parts) const;

 private:
  std::vector<double> root_;  ///< L, m × m, by column
};

/// Products of each word's parts in the axes that every second word has, of which it is none: noise
/// is smaller than it is in axes that were fitted to that very noise. REQUIRES: at least one word.
std::vector<PartProducts> multiply_in_noise_axes(std::span<const ComparedWord> words);

}  // namespace bsg::comparing
