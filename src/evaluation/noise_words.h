#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bsg/model.h"

namespace bsg::evaluation {

/// Contexts that stand for p̃, each with its weight; the weights sum to 1.
struct NoiseSample {
  std::vector<WordId> words;
  std::vector<double> weights;
};

/// p̃: words in proportion to their weight. Immutable, thread-safe.
class NoiseWords {
 public:
  /// REQUIRES: at least one of the weights, which are by word, is above 0.
  explicit NoiseWords(std::span<const double> weights);

  /// All words with their p̃ if they are no more than `draws`. Otherwise so many draws with equal
  /// weights, evenly spread over the words in their order, from a start that the target decides:
  /// the mean of a function over them is that over p̃ on average.
  [[nodiscard]] NoiseSample sample(std::uint32_t target, std::size_t draws) const;

  /// p̃ by word.
  [[nodiscard]] std::span<const double> shares() const { return shares_; }

 private:
  std::vector<double> shares_;
  std::vector<WordId> words_;  ///< those with a share
  std::vector<double> sums_;   ///< of the shares up to and with that word
};

}  // namespace bsg::evaluation
