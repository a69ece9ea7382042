#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/gathered_means.h"
#include "kernels/highway_targets.h"
#include "kernels/pair_update.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/add_pairs.cc"
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/add_tile-inl.h"
#include "kernels/row_prefetcher-inl.h"

// P's columns are taken in panels of a few vectors. The means of a block are there already; a
// panel's columns times the pairs' weights come beside them. P in these columns is then sums of
// products of a weighted and a plain value, tile by tile, each tile in registers over the whole
// block.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {

/// Columns first · lanes … (first + vectors) · lanes - 1.
struct Panel {
  std::size_t first;
  std::size_t vectors;

  [[nodiscard]] std::size_t column() const { return first * kLanes; }
  [[nodiscard]] std::size_t row_length() const { return vectors * kLanes; }
};

/// The panel that starts at `first`. A narrow one comes first, where no tiles are above it: narrow
/// tiles are bound by loads.
HWY_INLINE Panel panel_at(std::size_t first, std::size_t vectors_in_row) {
  const std::size_t odd = (vectors_in_row - first) % kPanelVectors;
  return {first, odd == 0 ? kPanelVectors : odd};
}

using Gathered = GatheredMeans<kLanes>;

struct Block {
  DensityRows v;
  std::size_t m;
  std::span<const std::uint32_t> ids;
  const float* weights;
  const float* pulls;

  [[nodiscard]] std::size_t vectors_in_row() const { return (m + kLanes - 1) / kLanes; }
};

HWY_INLINE PanelView left(const Gathered& means, Panel panel) {
  return {means.weighted(0) + panel.column(), means.pitch()};
}

HWY_INLINE PanelView right(const Gathered& means, Panel panel) {
  return {means.plain(0) + panel.column(), means.pitch()};
}

/// Weighs the means of one panel and sums its columns on the way. Not inlined: among the tiles'
/// code its addresses would not stay in registers.
template <std::size_t vectors>
HWY_NOINLINE void weigh_panel(const Block& block, Panel panel, const Gathered& means,
                              PairTotals totals) {
  const D d;
  const std::size_t pairs = block.ids.size(), pitch = means.pitch(), row = 2 * block.v.stride;
  const std::uint32_t* HWY_RESTRICT ids = block.ids.data();
  const float* HWY_RESTRICT weights = block.weights;
  const float* HWY_RESTRICT pulls = block.pulls;
  const float* HWY_RESTRICT variances = block.v.variance(0) + panel.column();
  const float* HWY_RESTRICT plain = means.plain(0) + panel.column();
  float* HWY_RESTRICT weighted = means.weighted(0) + panel.column();
  V mean_sums[vectors];
  V variance_sums[vectors];
  HWY_UNROLL(3)
  for (std::size_t j = 0; j < vectors; ++j) mean_sums[j] = variance_sums[j] = hn::Zero(d);
  for (std::size_t k = 0; k < pairs; ++k) {
    const float* HWY_RESTRICT variance = variances + ids[k] * row;
    const V weight = hn::Set(d, weights[k]);
    const V pull = hn::Set(d, pulls[k]);
    HWY_UNROLL(3)
    for (std::size_t j = 0; j < vectors; ++j) {
      const V mean = hn::Load(d, plain + j * kLanes);
      hn::Store(hn::Mul(weight, mean), d, weighted + j * kLanes);
      mean_sums[j] = hn::MulAdd(pull, mean, mean_sums[j]);
      variance_sums[j] = hn::MulAdd(weight, hn::Load(d, variance + j * kLanes), variance_sums[j]);
    }
    plain += pitch;
    weighted += pitch;
  }
  HWY_UNROLL(3)
  for (std::size_t j = 0; j < vectors; ++j) {
    float* const r = totals.r + panel.column() + j * kLanes;
    hn::Store(hn::MulAdd(hn::Set(d, 0.5F), mean_sums[j], hn::Load(d, r)), d, r);
    float* const diagonal = totals.diagonal + panel.column() + j * kLanes;
    hn::Store(hn::Add(variance_sums[j], hn::Load(d, diagonal)), d, diagonal);
  }
}

/// P in the columns of a panel, above the panel's own rows.
template <std::size_t vectors>
HWY_INLINE void add_above(const Block& block, Panel panel, const Gathered& means, TileTarget target,
                          RowPrefetcher& prefetcher) {
  for (std::size_t first = 0; first < panel.first;) {
    const Panel rows = panel_at(first, block.vectors_in_row());
    add_tiles<vectors>(block.ids.size(), left(means, rows), right(means, panel),
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
HWY_INLINE void add_panel(const Block& block, Panel panel, const Gathered& means, TileTarget target,
                          PairTotals totals, RowPrefetcher& prefetcher) {
  weigh_panel<vectors>(block, panel, means, totals);
  add_above<vectors>(block, panel, means, target, prefetcher);
  add_diagonal<vectors>(block.ids.size(), left(means, panel), right(means, panel),
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
               const float* weights, const float* pulls, PairTotals totals, float* workspace,
               std::span<const std::uint32_t> next) {
  const Block block{v, m, ids, weights, pulls};
  const Gathered means(workspace, m);
  const TileTarget target{totals.P, v.stride};
  RowPrefetcher prefetcher(v, next, prefetch_steps(block));
  for (std::size_t first = 0; first < block.vectors_in_row();) {
    const Panel panel = panel_at(first, block.vectors_in_row());
    if (panel.vectors == 3) {
      add_panel<3>(block, panel, means, target, totals, prefetcher);
    } else if (panel.vectors == 2) {
      add_panel<2>(block, panel, means, target, totals, prefetcher);
    } else {
      add_panel<1>(block, panel, means, target, totals, prefetcher);
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
               const float* weights, const float* pulls, PairTotals totals, float* workspace,
               std::span<const std::uint32_t> next) {
  HWY_DYNAMIC_DISPATCH(add_pairs)(v, m, ids, weights, pulls, totals, workspace, next);
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
