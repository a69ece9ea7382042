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
#include "kernels/row_prefetcher-inl.h"

// The means of a block are packed into panels of a few vectors of columns, pair after pair: times
// their weights, and for the panel at hand also as they are (one small buffer, which stays in the
// first cache). P's columns of that panel are then sums of products of a weighted and a plain
// value, tile by tile, each tile in registers over the whole block.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {

/// Columns first · lanes … (first + vectors) · lanes - 1.
struct Panel {
  std::size_t first;
  std::size_t vectors;

  [[nodiscard]] std::size_t column() const { return first * kLanes; }
  [[nodiscard]] std::size_t row_length() const { return vectors * kLanes; }
};

/// The panel that starts at `first`. Narrow panels come first, where few tiles are above them, and
/// none has a single vector if another can spare one: narrow tiles are bound by loads.
HWY_INLINE Panel panel_at(std::size_t first, std::size_t vectors_in_row) {
  const std::size_t left = vectors_in_row - first;
  const bool whole = left % kPanelVectors == 0;
  return {first, whole ? kPanelVectors : std::min(left, kPanelVectors - 1)};
}

struct Block {
  DensityRows v;
  std::size_t m;
  std::span<const std::uint32_t> ids;
  const float* weights;
  const float* pulls;

  [[nodiscard]] std::size_t vectors_in_row() const { return (m + kLanes - 1) / kLanes; }
};

/// Workspace: one panel plain, all panels weighted.
struct PackedMeans {
  float* plain;
  float* weighted;

  explicit PackedMeans(float* workspace)
      : plain(workspace), weighted(workspace + kPairBlock * kPanelVectors * kLanes) {}

  [[nodiscard]] float* weighted_panel(Panel panel) const {
    return weighted + panel.column() * kPairBlock;
  }
  [[nodiscard]] PanelView left(Panel panel) const {
    return {weighted_panel(panel), panel.row_length()};
  }
  [[nodiscard]] PanelView right(Panel panel) const { return {plain, panel.row_length()}; }
};

/// Σ pulls[k] μ_k and Σ weights[k] σ²_k in a panel's columns.
template <std::size_t vectors>
struct ColumnSums {
  V means[vectors];
  V variances[vectors];
};

/// Packs one panel and sums its columns on the way.
template <std::size_t vectors>
HWY_INLINE ColumnSums<vectors> pack_panel(const Block& block, Panel panel,
                                          const PackedMeans& packed) {
  const D d;
  ColumnSums<vectors> sums;
  HWY_UNROLL(3)
  for (std::size_t j = 0; j < vectors; ++j) sums.means[j] = sums.variances[j] = hn::Zero(d);
  float* HWY_RESTRICT plain = packed.plain;
  float* HWY_RESTRICT weighted = packed.weighted_panel(panel);
  for (std::size_t k = 0; k < block.ids.size(); ++k) {
    const float* HWY_RESTRICT row = block.v.mean(block.ids[k]) + panel.column();
    const V weight = hn::Set(d, block.weights[k]);
    const V pull = hn::Set(d, block.pulls[k]);
    HWY_UNROLL(3)
    for (std::size_t j = 0; j < vectors; ++j) {
      const V mean = hn::Load(d, row + j * kLanes);
      const V variance = hn::Load(d, row + block.v.stride + j * kLanes);
      hn::Store(mean, d, plain + j * kLanes);
      hn::Store(hn::Mul(weight, mean), d, weighted + j * kLanes);
      sums.means[j] = hn::MulAdd(pull, mean, sums.means[j]);
      sums.variances[j] = hn::MulAdd(weight, variance, sums.variances[j]);
    }
    plain += vectors * kLanes;
    weighted += vectors * kLanes;
  }
  return sums;
}

/// r += ½ Σ pulls[k] μ_k and P's diagonal += Σ weights[k] σ²_k.
template <std::size_t vectors>
HWY_INLINE void add_column_sums(const ColumnSums<vectors>& sums, std::size_t m, Panel panel,
                                TileTarget target, float* HWY_RESTRICT r) {
  const D d;
  HWY_ALIGN float variances[vectors * kLanes];
  HWY_UNROLL(3)
  for (std::size_t j = 0; j < vectors; ++j) {
    float* const entry = r + panel.column() + j * kLanes;
    hn::Store(hn::MulAdd(hn::Set(d, 0.5F), sums.means[j], hn::Load(d, entry)), d, entry);
    hn::Store(sums.variances[j], d, variances + j * kLanes);
  }
  const std::size_t size = std::min(m - panel.column(), panel.row_length());
  float* const diagonal = target.from(panel.column(), panel.column()).P;
  for (std::size_t i = 0; i < size; ++i) diagonal[i * (target.stride + 1)] += variances[i];
}

/// P in the columns of a panel, above the panel's own rows.
template <std::size_t vectors>
HWY_INLINE void add_above(const Block& block, Panel panel, const PackedMeans& packed,
                          TileTarget target, RowPrefetcher& prefetcher) {
  for (std::size_t first = 0; first < panel.first;) {
    const Panel rows = panel_at(first, block.vectors_in_row());
    add_tiles<vectors>(block.ids.size(), packed.left(rows), packed.right(panel),
                       target.from(rows.column(), panel.column()), rows.row_length(), prefetcher);
    first += rows.vectors;
  }
}

/// P in the columns and the rows of a panel, on and above the diagonal: kLanes rows, then the rest
/// one vector narrower. `rows` of it are in P.
template <std::size_t vectors>
HWY_INLINE void add_diagonal(std::size_t pairs, PanelView left, PanelView right, TileTarget target,
                             std::size_t rows, RowPrefetcher& prefetcher) {
  add_tiles<vectors>(pairs, left, right, target, std::min(kLanes, rows), prefetcher);
  if constexpr (vectors > 1) {
    add_diagonal<vectors - 1>(pairs, left.from(kLanes), right.from(kLanes),
                              target.from(kLanes, kLanes), rows - kLanes, prefetcher);
  }
}

template <std::size_t vectors>
HWY_INLINE void add_panel(const Block& block, Panel panel, const PackedMeans& packed,
                          TileTarget target, float* r, RowPrefetcher& prefetcher) {
  add_column_sums(pack_panel<vectors>(block, panel, packed), block.m, panel, target, r);
  add_above<vectors>(block, panel, packed, target, prefetcher);
  add_diagonal<vectors>(block.ids.size(), packed.left(panel), packed.right(panel),
                        target.from(panel.column(), panel.column()), block.m - panel.column(),
                        prefetcher);
}

/// Steps that the prefetcher gets at least: those of tiles of full size.
HWY_INLINE std::size_t prefetch_steps(const Block& block) {
  constexpr std::size_t step_products = kStepPairs * kPanelVectors * tile_rows(kPanelVectors);
  const std::size_t products = block.ids.size() * kLanes * packed_size(block.vectors_in_row());
  return std::max<std::size_t>(1, products / step_products);
}

void add_pairs(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
               const float* weights, const float* pulls, float* P, float* r, float* workspace,
               std::span<const std::uint32_t> next) {
  const Block block{v, m, ids, weights, pulls};
  const PackedMeans packed(workspace);
  const TileTarget target{P, v.stride};
  RowPrefetcher prefetcher(v, next, prefetch_steps(block));
  for (std::size_t first = 0; first < block.vectors_in_row();) {
    const Panel panel = panel_at(first, block.vectors_in_row());
    if (panel.vectors == 3) {
      add_panel<3>(block, panel, packed, target, r, prefetcher);
    } else if (panel.vectors == 2) {
      add_panel<2>(block, panel, packed, target, r, prefetcher);
    } else {
      add_panel<1>(block, panel, packed, target, r, prefetcher);
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
               const float* weights, const float* pulls, float* P, float* r, float* workspace,
               std::span<const std::uint32_t> next) {
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
