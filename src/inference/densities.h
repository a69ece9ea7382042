#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bsg/model.h"
#include "kernels/aligned_buffer.h"
#include "kernels/pair_update.h"

namespace bsg::inference {

/// {μ, diag Σ} of all words of one side while they are being trained, laid out for the kernels.
class Densities {
 public:
  /// Means 0, variances 0. REQUIRES: dimension > 0.
  Densities(std::size_t words, std::size_t dimension);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }

  [[nodiscard]] float* mean(std::uint32_t word) {
    return values_.data() + std::size_t{word} * 2 * stride_;
  }
  [[nodiscard]] float* variance(std::uint32_t word) { return mean(word) + stride_; }
  [[nodiscard]] kernels::DensityRows rows() const { return {values_.data(), stride_}; }

  /// l × m, row-major, without padding.
  [[nodiscard]] std::vector<float> means() const;
  [[nodiscard]] std::vector<float> variances() const;

 private:
  [[nodiscard]] std::vector<float> compact(std::size_t offset) const;

  std::size_t size_;
  std::size_t dimension_;
  std::size_t stride_;
  kernels::AlignedBuffer values_;
};

/// Step 2 of Figure 1: μ ~ N(0, I), Σ = I.
void initialise(Densities& densities, Side side, std::uint64_t seed);

/// Words with a mean of 0 get the draw of initialise() instead, as long as their deviations: words
/// that only meet each other would otherwise all move the same way.
void move_from_zero(Densities& densities, Side side, std::uint64_t seed);

}  // namespace bsg::inference
