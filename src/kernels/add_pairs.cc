#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/highway_targets.h"
#include "kernels/pair_update.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/add_pairs.cc"
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/add_tile-inl.h"

// The means of a block are packed into panels of a few vectors of columns, pair after pair: times
// their weights, and for the panel at hand also as they are (one small buffer, which stays in the
// first cache). P's columns of that panel are then sums of products of a weighted and a plain value,
// tile by tile, each tile in registers over the whole block.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {

struct Block {
  DensityRows v;
  std::span<const std::uint32_t> ids;
  const float* weights;
  const float* pulls;
};

/// Columns first · lanes … (first + vectors) · lanes - 1.
struct Panel {
  std::size_t first;
  std::size_t vectors;

  [[nodiscard]] std::size_t row_length() const { return vectors * kLanes; }
};

/// The panel that starts at `first`. Narrow panels come first, where few tiles are above them, and
/// none has a single vector if another can spare one: narrow tiles are bound by loads.
HWY_INLINE Panel panel_at(std::size_t first, std::size_t vectors_in_row) {
  const std::size_t left = vectors_in_row - first;
  const bool whole = left % kPanelVectors == 0;
  return {first, whole ? kPanelVectors : std::min(left, kPanelVectors - 1)};
}

/// Where the packed means are kept: all panels weighted, one panel plain.
struct PackedMeans {
  float* plain;
  float* weighted;

  [[nodiscard]] float* weighted_panel(Panel panel) const {
    return weighted + panel.first * kLanes * kPairBlock;
  }
};

/// Packs one panel; r += ½ Σ pulls[k] μ_k there, and P's diagonal += Σ weights[k] σ²_k.
template <std::size_t vectors>
HWY_INLINE void pack_panel(const Block& block, std::size_t first, std::size_t m,
                           float* HWY_RESTRICT plain, float* HWY_RESTRICT weighted,
                           float* HWY_RESTRICT P, float* HWY_RESTRICT r) {
  const D d;
  V pulled[vectors];
  V variances[vectors];
  HWY_UNROLL(3)
  for (std::size_t j = 0; j < vectors; ++j) pulled[j] = variances[j] = hn::Zero(d);
  for (std::size_t k = 0; k < block.ids.size(); ++k) {
    const float* HWY_RESTRICT row = block.v.mean(block.ids[k]) + first * kLanes;
    const V weight = hn::Set(d, block.weights[k]);
    const V pull = hn::Set(d, block.pulls[k]);
    HWY_UNROLL(3)
    for (std::size_t j = 0; j < vectors; ++j) {
      const V mean = hn::Load(d, row + j * kLanes);
      hn::Store(mean, d, plain + j * kLanes);
      hn::Store(hn::Mul(weight, mean), d, weighted + j * kLanes);
      pulled[j] = hn::MulAdd(pull, mean, pulled[j]);
      variances[j] =
          hn::MulAdd(weight, hn::Load(d, row + block.v.stride + j * kLanes), variances[j]);
    }
    plain += vectors * kLanes;
    weighted += vectors * kLanes;
  }
  HWY_ALIGN float diagonal[vectors * kLanes];
  HWY_UNROLL(3)
  for (std::size_t j = 0; j < vectors; ++j) {
    float* const target = r + (first + j) * kLanes;
    hn::Store(hn::MulAdd(hn::Set(d, 0.5F), pulled[j], hn::Load(d, target)), d, target);
    hn::Store(variances[j], d, diagonal + j * kLanes);
  }
  const std::size_t end = std::min(m - first * kLanes, vectors * kLanes);
  float* const start = P + first * kLanes * (block.v.stride + 1);
  for (std::size_t i = 0; i < end; ++i) start[i * (block.v.stride + 1)] += diagonal[i];
}

/// The tiles of P in the columns of a panel, above the panel's own rows.
template <std::size_t vectors>
HWY_INLINE void add_above(std::size_t pairs, Panel panel, std::size_t vectors_in_row,
                          const PackedMeans& means, float* P, std::size_t stride, RowPrefetcher& prefetcher) {
  const PanelView right{means.plain, panel.row_length()};
  for (std::size_t first = 0; first < panel.first;) {
    const Panel rows = panel_at(first, vectors_in_row);
    add_tiles<vectors>(pairs, {means.weighted_panel(rows), rows.row_length()}, right,
                       P + first * kLanes * stride + panel.first * kLanes, stride,
                       rows.row_length(), prefetcher);
    first += rows.vectors;
  }
}

/// The tiles of P in the columns and in the rows of a panel, on and above the diagonal.
template <std::size_t vectors>
HWY_INLINE void add_diagonal(std::size_t pairs, std::size_t m, std::size_t first, PanelView left,
                             PanelView right, float* P, std::size_t stride, RowPrefetcher& prefetcher) {
  add_tiles<vectors>(pairs, left, right, P + first * kLanes * (stride + 1), stride,
                     std::min(kLanes, m - first * kLanes), prefetcher);
  if constexpr (vectors > 1) {
    add_diagonal<vectors - 1>(pairs, m, first + 1, {left.values + kLanes, left.row_length},
                              {right.values + kLanes, right.row_length}, P, stride, prefetcher);
  }
}

template <std::size_t vectors>
HWY_INLINE void add_panel(const Block& block, std::size_t m, Panel panel,
                          std::size_t vectors_in_row, const PackedMeans& means, float* P,
                          float* r, RowPrefetcher& prefetcher) {
  float* const weighted = means.weighted_panel(panel);
  pack_panel<vectors>(block, panel.first, m, means.plain, weighted, P, r);
  const std::size_t pairs = block.ids.size();
  add_above<vectors>(pairs, panel, vectors_in_row, means, P, block.v.stride, prefetcher);
  add_diagonal<vectors>(pairs, m, panel.first, {weighted, panel.row_length()},
                        {means.plain, panel.row_length()}, P, block.v.stride, prefetcher);
}

std::size_t tile_count(std::size_t m) {
  const std::size_t v = (m + kLanes - 1) / kLanes;
  return 1+v*(v+1)/2*kLanes/12*(kPairBlock/8);
}

void add_pairs(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
               const float* weights, const float* pulls, float* P, float* r, float* workspace, std::span<const std::uint32_t> next) {
  const Block block{v, ids, weights, pulls};
  const PackedMeans means{workspace, workspace + kPairBlock * kPanelVectors * kLanes};
  const std::size_t vectors_in_row = (m + kLanes - 1) / kLanes;
  RowPrefetcher prefetcher(v, next, tile_count(m));
  for (std::size_t first = 0; first < vectors_in_row;) {
    const Panel panel = panel_at(first, vectors_in_row);
    switch (panel.vectors) {
      case 1: add_panel<1>(block, m, panel, vectors_in_row, means, P, r, prefetcher); break;
      case 2: add_panel<2>(block, m, panel, vectors_in_row, means, P, r, prefetcher); break;
      default: add_panel<3>(block, m, panel, vectors_in_row, means, P, r, prefetcher); break;
    }
    first += panel.vectors;
  }
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(add_pairs);

void add_pairs(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
               const float* weights, const float* pulls, float* P, float* r, float* workspace, std::span<const std::uint32_t> next) {
  HWY_DYNAMIC_DISPATCH(add_pairs)(v, m, ids, weights, pulls, P, r, workspace, next);
}

std::size_t pair_workspace_size(std::size_t m) {
  constexpr std::size_t widest_panel = 3 * kAlignment / sizeof(float);
  return kPairBlock * (row_stride(m) + widest_panel);
}

void prefetch_rows(DensityRows v, std::span<const std::uint32_t> ids) {
  constexpr std::size_t line = kAlignment / sizeof(float);
  for (const std::uint32_t id : ids) {
    const float* const row = v.mean(id);
    for (std::size_t i = 0; i < 2 * v.stride; i += line) hwy::Prefetch(row + i);
  }
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
