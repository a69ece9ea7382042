#pragma once

#include <cstdint>
#include <span>

#include "inference/weighted_moments.h"
#include "kernels/matrix_sums.h"
#include "kernels/pair_update.h"

namespace bsg::inference {

/// Second moments of several groups of words, interleaved as the kernels take them.
class GroupedMoments {
 public:
  GroupedMoments(std::size_t dimension, std::size_t groups);

  void set(std::size_t group, const WeightedMoments& moments);

  [[nodiscard]] kernels::InterleavedMatrices matrices() const {
    return {values_.data(), groups_, kernels::matrix_tiles(dimension_)};
  }

  [[nodiscard]] static std::size_t bytes(std::size_t dimension, std::size_t groups) {
    return sizeof(float) * groups * kernels::tiled_size(dimension);
  }

 private:
  std::size_t dimension_;
  std::size_t groups_;
  kernels::AlignedBuffer values_;
};

/// The packed matrix whose product with a second moment S = Σ weight_z E[zzᵀ] is the weighted sum
/// of E[(uᵀz)²] for u with this mean and variance:
///   exact, (9) with (10):  Σ_k σ²_k S_kk + μᵀ S μ
///   paper, (11):           Σ_k (σ²_k + μ²_k) S_kk
/// REQUIRES: `packed` has kernels::tiled_size(m) floats, those behind the triangle zero.
void pack_for_squares(std::span<const float> mean, std::span<const float> variance,
                      kernels::XiForm form, float* packed);

}  // namespace bsg::inference
