// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_ADD_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_ADD_TILE_INL_H_
#undef BSG_KERNELS_ADD_TILE_INL_H_
#else
#define BSG_KERNELS_ADD_TILE_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include <cstdint>
#include <span>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/pair_update.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

inline constexpr std::size_t kLanes = hn::MaxLanes(D());

/// Vectors side by side in a panel, and so in a tile, at most.
inline constexpr std::size_t kPanelVectors = 3;

/// Rows of a tile that is `vectors` wide: as many as the registers hold beside the vectors of one
/// pair and one broadcast value; at least 8 accumulators are needed to hide a fused multiply-add's
/// latency.
constexpr std::size_t tile_rows(std::size_t vectors) {
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64
  return vectors == 0 ? 0 : 8;  // 32 registers
#else
  return vectors == 1 ? 8 : 4;  // 16 registers
#endif
}

/// Brings the next block's rows towards the cache a few lines at a time, between the tiles of this
/// one: processors drop prefetches that come faster than memory answers.
class RowPrefetcher {
 public:
  RowPrefetcher(DensityRows v, std::span<const std::uint32_t> ids, std::size_t steps)
      : v_(v),
        ids_(ids),
        lines_in_row_(2 * v.stride / kLineFloats),
        lines_in_step_((ids.size() * lines_in_row_ + steps - 1) / steps) {}

  HWY_INLINE void step() {
    for (std::size_t i = 0; i < lines_in_step_ && row_ < ids_.size(); ++i) {
      hwy::Prefetch(v_.mean(ids_[row_]) + line_ * kLineFloats);
      if (++line_ == lines_in_row_) {
        line_ = 0;
        ++row_;
      }
    }
  }

 private:
  static constexpr std::size_t kLineFloats = kAlignment / sizeof(float);

  DensityRows v_;
  std::span<const std::uint32_t> ids_;
  std::size_t lines_in_row_;
  std::size_t lines_in_step_;
  std::size_t row_ = 0;
  std::size_t line_ = 0;
};

/// A block's pairs in one range of columns: `row_length` floats for each pair, pair after pair.
struct PanelView {
  const float* values;
  std::size_t row_length;
};

/// P[i][j] += Σ_k left[k][i] right[k][j] for a tile of `rows` × (vectors · lanes) of P, of which only
/// the first `rows_used` are written. left and right start at the tile's first row and column.
template <std::size_t rows, std::size_t vectors>
HWY_INLINE void add_tile(std::size_t pairs, PanelView left, PanelView right, float* HWY_RESTRICT P,
                         std::size_t stride, std::size_t rows_used, RowPrefetcher& prefetcher) {
  const D d;
  V sums[rows][vectors];
  HWY_UNROLL(8)
  for (std::size_t i = 0; i < rows; ++i) {
    HWY_UNROLL(3)
    for (std::size_t j = 0; j < vectors; ++j) sums[i][j] = hn::Zero(d);
  }
  const float* HWY_RESTRICT a = left.values;
  const float* HWY_RESTRICT b = right.values;
  for (std::size_t k0 = 0; k0 < pairs; k0+=8) {
    prefetcher.step();
  for (std::size_t k = k0; k < std::min(k0+8,pairs); ++k) {
    V columns[vectors];
    HWY_UNROLL(3)
    for (std::size_t j = 0; j < vectors; ++j) columns[j] = hn::Load(d, b + j * kLanes);
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < rows; ++i) {
      const V value = hn::Set(d, a[i]);
      HWY_UNROLL(3)
      for (std::size_t j = 0; j < vectors; ++j) {
        sums[i][j] = hn::MulAdd(value, columns[j], sums[i][j]);
      }
    }
    a += left.row_length;
    b += right.row_length;
  }}
  HWY_UNROLL(8)
  for (std::size_t i = 0; i < rows; ++i) {
    if (i >= rows_used) return;
    HWY_UNROLL(3)
    for (std::size_t j = 0; j < vectors; ++j) {
      float* const p = P + i * stride + j * kLanes;
      hn::Store(hn::Add(hn::Load(d, p), sums[i][j]), d, p);
    }
  }
}

/// add_tile() for all of `rows` rows, tile under tile.
template <std::size_t vectors>
HWY_INLINE void add_tiles(std::size_t pairs, PanelView left, PanelView right, float* P,
                          std::size_t stride, std::size_t rows, RowPrefetcher& prefetcher) {
  constexpr std::size_t height = std::min(tile_rows(vectors), kLanes);
  for (std::size_t i = 0; i < rows; i += height) {
    add_tile<height, vectors>(pairs, {left.values + i, left.row_length}, right, P + i * stride,
                              stride, rows - i, prefetcher);
  }
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_ADD_TILE_INL_H_
