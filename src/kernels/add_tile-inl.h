// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_ADD_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_ADD_TILE_INL_H_
#undef BSG_KERNELS_ADD_TILE_INL_H_
#else
#define BSG_KERNELS_ADD_TILE_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "hwy/highway.h"
#include "kernels/row_prefetcher-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

inline constexpr std::size_t kLanes = hn::MaxLanes(D());

/// Vectors side by side in a panel, and so in a tile, at most.
inline constexpr std::size_t kPanelVectors = 3;

/// Pairs between two steps of the prefetcher.
inline constexpr std::size_t kStepPairs = 8;

/// Rows of a tile that is `vectors` wide: as many as the registers hold beside the vectors of one
/// pair and one broadcast value; at least 8 accumulators are needed to hide a fused multiply-add's
/// latency.
constexpr std::size_t tile_rows([[maybe_unused]] std::size_t vectors) {
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64
  return 8;  // of 32 registers
#else
  return vectors == 1 ? 8 : 4;  // of 16 registers
#endif
}

/// A block's pairs in one range of columns: `row_length` floats for each pair, pair after pair.
struct PanelView {
  const float* values;
  std::size_t row_length;

  /// The same without its first columns.
  [[nodiscard]] PanelView from(std::size_t column) const { return {values + column, row_length}; }
};

/// A place in P.
struct TileTarget {
  float* P;
  std::size_t stride;

  [[nodiscard]] TileTarget from(std::size_t row, std::size_t column) const {
    return {P + row * stride + column, stride};
  }
};

/// Σ_k left[k][i] right[k][j] of a tile.
template <std::size_t rows, std::size_t vectors>
class TileSums {
 public:
  HWY_INLINE TileSums() {
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < rows; ++i) {
      HWY_UNROLL(3)
      for (std::size_t j = 0; j < vectors; ++j) sums_[i][j] = hn::Zero(D());
    }
  }

  HWY_INLINE void add_pair(const float* HWY_RESTRICT left, const float* HWY_RESTRICT right) {
    const D d;
    V columns[vectors];
    HWY_UNROLL(3)
    for (std::size_t j = 0; j < vectors; ++j) columns[j] = hn::Load(d, right + j * kLanes);
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < rows; ++i) {
      const V value = hn::Set(d, left[i]);
      HWY_UNROLL(3)
      for (std::size_t j = 0; j < vectors; ++j) {
        sums_[i][j] = hn::MulAdd(value, columns[j], sums_[i][j]);
      }
    }
  }

  /// Adds the first `rows_used` rows to P.
  HWY_INLINE void add_to(TileTarget target, std::size_t rows_used) const {
    const D d;
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < rows; ++i) {
      if (i >= rows_used) return;
      HWY_UNROLL(3)
      for (std::size_t j = 0; j < vectors; ++j) {
        float* const p = target.P + i * target.stride + j * kLanes;
        hn::Store(hn::Add(hn::Load(d, p), sums_[i][j]), d, p);
      }
    }
  }

 private:
  V sums_[rows][vectors];
};

/// P[i][j] += Σ_k left[k][i] right[k][j] for i < rows and j < vectors · lanes, tile under tile.
/// left, right and P start at the first row and column.
template <std::size_t vectors>
HWY_INLINE void add_tiles(std::size_t pairs, PanelView left, PanelView right, TileTarget target,
                          std::size_t rows, RowPrefetcher& prefetcher) {
  constexpr std::size_t height = std::min(tile_rows(vectors), kLanes);
  for (std::size_t i = 0; i < rows; i += height) {
    TileSums<height, vectors> sums;
    const float* a = left.values + i;
    const float* b = right.values;
    for (std::size_t first = 0; first < pairs; first += kStepPairs) {
      prefetcher.step();
      const std::size_t last = std::min(first + kStepPairs, pairs);
      for (std::size_t k = first; k < last; ++k) {
        sums.add_pair(a, b);
        a += left.row_length;
        b += right.row_length;
      }
    }
    sums.add_to(target.from(i, 0), rows - i);
  }
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_ADD_TILE_INL_H_
