#pragma once

#include <cstddef>

#include "kernels/pair_update.h"
#include "kernels/row_layout.h"

namespace bsg::kernels {

/// The workspace of a block of pairs on a target with vectors of `lanes` floats: their means one
/// under the other, as they are and times their weights.
template <std::size_t lanes>
class GatheredMeans {
 public:
  GatheredMeans(float* workspace, std::size_t m)
      : pitch_(((m + lanes - 1) / lanes | 1) * lanes),
        plain_(workspace),
        weighted_(workspace + kPairBlock * pitch_) {}

  /// Floats from one pair to the next: an odd number of vectors, so that one column of all pairs is
  /// spread over the whole cache.
  [[nodiscard]] std::size_t pitch() const { return pitch_; }
  [[nodiscard]] float* plain(std::size_t pair) const { return plain_ + pair * pitch_; }
  [[nodiscard]] float* weighted(std::size_t pair) const { return weighted_ + pair * pitch_; }

 private:
  std::size_t pitch_;
  float* plain_;
  float* weighted_;
};

}  // namespace bsg::kernels
