#include "kernels/matrix_sums.h"

#include <algorithm>
#include <cstddef>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matrix_sums.cc"
// foreach_target.h comes before what depends on the target.
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/sum_of_lanes-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

/// Matrices that are multiplied side by side: two groups of those whose lanes are summed together.
inline constexpr std::size_t kSummedTogether = 4;
inline constexpr std::size_t kSideBySide = 2 * kSummedTogether;
/// Vectors of a sum that are in registers at once.
inline constexpr std::size_t kSumVectors = 4;

/// Some matrices from `first` on; where there are fewer, the last one stands in for the rest.
HWY_INLINE void multiply_some(InterleavedMatrices matrices, std::size_t first, const float* other,
                              float* products) {
  const D d;
  const std::size_t last = matrices.count - 1 - first;
  V sums[2][kSummedTogether];
  for (auto& group : sums) {
    for (V& sum : group) sum = hn::Zero(d);
  }
  for (std::size_t t = 0; t < matrices.tiles; ++t) {
    const float* const tiles = matrices.values + (t * matrices.count + first) * kMatrixTile;
    for (std::size_t x = 0; x < kMatrixTile; x += hn::Lanes(d)) {
      const V factor = hn::Load(d, other + t * kMatrixTile + x);
      HWY_UNROLL(8)
      for (std::size_t k = 0; k < kSideBySide; ++k) {
        V& sum = sums[k / kSummedTogether][k % kSummedTogether];
        sum = hn::MulAdd(hn::Load(d, tiles + std::min(k, last) * kMatrixTile + x), factor, sum);
      }
    }
  }
  store_sums_of_lanes(d, sums[0], products);
  store_sums_of_lanes(d, sums[1], products + kSummedTogether);
}

void matrix_products(InterleavedMatrices matrices, const float* HWY_RESTRICT other,
                     float* HWY_RESTRICT products) {
  for (std::size_t first = 0; first < matrices.count; first += kSideBySide) {
    HWY_ALIGN float some[kSideBySide];
    multiply_some(matrices, first, other, some);
    std::copy_n(some, std::min(kSideBySide, matrices.count - first), products + first);
  }
}

void weighted_matrix_sum(InterleavedMatrices matrices, std::size_t first, std::size_t count,
                         const float* HWY_RESTRICT weights, float* HWY_RESTRICT sum) {
  const D d;
  static_assert(kMatrixTile % (kSumVectors * hn::MaxLanes(d)) == 0);
  const std::size_t step = kSumVectors * hn::Lanes(d);
  for (std::size_t t = 0; t < matrices.tiles; ++t) {
    const float* const tiles = matrices.values + (t * matrices.count + first) * kMatrixTile;
    for (std::size_t x = 0; x < kMatrixTile; x += step) {
      V sums[kSumVectors];
      for (V& one : sums) one = hn::Zero(d);
      for (std::size_t k = 0; k < count; ++k) {
        const V weight = hn::Set(d, weights[k]);
        const float* const tile = tiles + k * kMatrixTile + x;
        HWY_UNROLL(4)
        for (std::size_t i = 0; i < kSumVectors; ++i) {
          sums[i] = hn::MulAdd(hn::Load(d, tile + i * hn::Lanes(d)), weight, sums[i]);
        }
      }
      for (std::size_t i = 0; i < kSumVectors; ++i) {
        hn::Store(sums[i], d, sum + t * kMatrixTile + x + i * hn::Lanes(d));
      }
    }
  }
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(matrix_products);
HWY_EXPORT(weighted_matrix_sum);

void matrix_products(InterleavedMatrices matrices, const float* other, float* products) {
  HWY_DYNAMIC_DISPATCH(matrix_products)(matrices, other, products);
}

void weighted_matrix_sum(InterleavedMatrices matrices, std::size_t first, std::size_t count,
                         const float* weights, float* sum) {
  HWY_DYNAMIC_DISPATCH(weighted_matrix_sum)(matrices, first, count, weights, sum);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
