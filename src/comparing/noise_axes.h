#pragma once

#include <span>
#include <vector>

#include "comparing/compared_words.h"

namespace bsg::comparing {

/// Axes in which the noise of estimates is alike in every direction, so that a change shows best:
/// in the model's, a few directions have most of it. W is the covariance of differences between
/// parts of the same text, over all words at the scale of their own tr V, with a mean diagonal of
/// 1; the axes are those of L⁻¹, W = LLᵀ.
class NoiseAxes {
 public:
  /// REQUIRES: at least one word.
  explicit NoiseAxes(std::span<const ComparedWord> words);

  /// The parts in these axes.
  [[nodiscard]] WordParts bring(const WordParts& parts) const;

 private:
  std::vector<double> root_;  ///< L, m × m, by column
};

}  // namespace bsg::comparing
