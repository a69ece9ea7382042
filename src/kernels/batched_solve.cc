#include "kernels/batched_solve.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "kernels/highway_targets.h"
#include "kernels/row_layout.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/batched_solve.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "kernels/cholesky-inl.h"
#include "kernels/triangular_inverse-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {

using Sources = std::array<const float*, kLanes>;

#if HWY_TARGET != HWY_SCALAR
/// Four floats of each of four sources to four entries.
HWY_INLINE void interleave_4x4(const float* const* sources, std::size_t position, float* entries) {
  const hn::Full128<float> d;
  const auto a = hn::LoadU(d, sources[0] + position);
  const auto b = hn::LoadU(d, sources[1] + position);
  const auto c = hn::LoadU(d, sources[2] + position);
  const auto e = hn::LoadU(d, sources[3] + position);
  const auto ac_lower = hn::InterleaveLower(d, a, c);
  const auto ac_upper = hn::InterleaveUpper(d, a, c);
  const auto be_lower = hn::InterleaveLower(d, b, e);
  const auto be_upper = hn::InterleaveUpper(d, b, e);
  hn::Store(hn::InterleaveLower(d, ac_lower, be_lower), d, entries);
  hn::Store(hn::InterleaveUpper(d, ac_lower, be_lower), d, entries + kLanes);
  hn::Store(hn::InterleaveLower(d, ac_upper, be_upper), d, entries + 2 * kLanes);
  hn::Store(hn::InterleaveUpper(d, ac_upper, be_upper), d, entries + 3 * kLanes);
}
#endif

/// entries[k][lane] = sources[lane][first + k] for k < size.
HWY_INLINE void interleave(const Sources& sources, std::size_t first, std::size_t size,
                           float* entries) {
  std::size_t k = 0;
#if HWY_TARGET != HWY_SCALAR
  for (; k + 4 <= size; k += 4) {
    for (std::size_t lane = 0; lane < kLanes; lane += 4) {
      interleave_4x4(sources.data() + lane, first + k, entries + k * kLanes + lane);
    }
  }
#endif
  for (; k < size; ++k) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      entries[k * kLanes + lane] = sources[lane][first + k];
    }
  }
}

/// Row i as SolveLayout has it, from the packed triangles and the right-hand sides.
HWY_INLINE void load_row(const Sources& precisions, const Sources& r, std::size_t m, std::size_t i,
                         const SolveLayout& layout, float* U) {
  const std::size_t start = i / kBand * kBand;
  float* const row = U + layout.entry(i, start) * kLanes;
  std::fill(row, row + (layout.columns - start) * kLanes, 0.0F);
  if (i >= m) {
    std::fill_n(row + (i - start) * kLanes, kLanes, 1.0F);
    return;
  }
  interleave(precisions, packed_size(m) - packed_size(m - i), m - i, row + (i - start) * kLanes);
  interleave(r, i, 1, row + (layout.rows - start) * kLanes);
}

/// Lanes beyond the last system repeat the first one.
HWY_INLINE void load_systems(std::size_t m, std::span<const System> systems,
                             const SolveLayout& layout, float* U) {
  Sources precisions;
  Sources r;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const System& system = systems[lane < systems.size() ? lane : 0];
    precisions[lane] = system.precision;
    r[lane] = system.r;
  }
  for (std::size_t i = 0; i < layout.rows; ++i) load_row(precisions, r, m, i, layout, U);
}

HWY_INLINE hn::Mask<D> finite_lanes(const float* entries, std::size_t size, hn::Mask<D> finite) {
  const D d;
  for (std::size_t i = 0; i < size; ++i) {
    finite = hn::And(finite, hn::IsFinite(hn::Load(d, entries + i * kLanes)));
  }
  return finite;
}

HWY_INLINE void store_solved(hn::Mask<D> solved, std::span<System> systems) {
  const D d;
  HWY_ALIGN float flags[kLanes];
  hn::Store(hn::IfThenElseZero(solved, hn::Set(d, 1)), d, flags);
  for (std::size_t lane = 0; lane < systems.size(); ++lane) {
    systems[lane].solved = flags[lane] != 0;
  }
}

/// `values`, an entry for each dimension, to the systems that are solved.
HWY_INLINE void store_values(std::size_t m, const float* values, float* System::*place,
                             std::span<System> systems) {
  for (std::size_t lane = 0; lane < systems.size(); ++lane) {
    if (!systems[lane].solved) continue;
    float* const target = systems[lane].*place;
    for (std::size_t i = 0; i < m; ++i) target[i] = values[i * kLanes + lane];
  }
}

/// z_i of the systems, which have it in the place of their mean.
HWY_INLINE V normal_entry(std::span<const System> systems, std::size_t i) {
  const D d;
  HWY_ALIGN float entry[kLanes] = {};
  for (std::size_t lane = 0; lane < systems.size(); ++lane) entry[lane] = systems[lane].mean[i];
  return hn::Load(d, entry);
}

/// x = U⁻¹ (U⁻ᵀr + z), from the last row up.
HWY_INLINE void substitute_back(std::size_t m, std::span<const System> systems,
                                const SolveLayout& layout, const float* U,
                                const float* inverse_diagonal, float* x) {
  const D d;
  for (std::size_t i = m; i-- > 0;) {
    const float* const row = U + layout.entry(i, i) * kLanes;
    V sum =
        hn::Add(hn::Load(d, U + layout.entry(i, layout.rows) * kLanes), normal_entry(systems, i));
    for (std::size_t j = i + 1; j < m; ++j) {
      sum = hn::NegMulAdd(hn::Load(d, row + (j - i) * kLanes), hn::Load(d, x + j * kLanes), sum);
    }
    hn::Store(hn::Mul(sum, hn::Load(d, inverse_diagonal + i * kLanes)), d, x + i * kLanes);
  }
}

void solve_batch(std::size_t m, std::span<System> systems, float* workspace, const float* axes) {
  const SolveLayout layout(m);
  float* const U = workspace;
  float* const inverse_diagonal = U + layout.triangle_entries() * kLanes;
  float* const mean = inverse_diagonal + layout.rows * kLanes;
  float* const variance = mean + layout.rows * kLanes;
  float* const bands = variance + layout.rows * kLanes;

  load_systems(m, systems, layout, U);
  hn::Mask<D> solved = factor(U, layout, inverse_diagonal);
  std::fill(mean, bands, 0.0F);
  add_inverse({{axes, m}, U, inverse_diagonal, bands, mean, variance}, layout);
  solved = finite_lanes(variance, m, finite_lanes(mean, m, solved));
  store_solved(solved, systems);
  store_values(m, mean, &System::mean, systems);
  store_values(m, variance, &System::variance, systems);
}

void draw_batch(std::size_t m, std::span<System> systems, float* workspace) {
  const SolveLayout layout(m);
  float* const U = workspace;
  float* const inverse_diagonal = U + layout.triangle_entries() * kLanes;
  float* const draw = inverse_diagonal + layout.rows * kLanes;

  load_systems(m, systems, layout, U);
  const hn::Mask<D> positive = factor(U, layout, inverse_diagonal);
  substitute_back(m, systems, layout, U, inverse_diagonal, draw);
  store_solved(finite_lanes(draw, m, positive), systems);
  store_values(m, draw, &System::mean, systems);
}

std::size_t solve_lanes() {
  return kLanes;
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(solve_batch);
HWY_EXPORT(draw_batch);
HWY_EXPORT(solve_lanes);

void solve_batch(std::size_t m, std::span<System> systems, float* workspace, const float* axes) {
  HWY_DYNAMIC_DISPATCH(solve_batch)(m, systems, workspace, axes);
}

void draw_batch(std::size_t m, std::span<System> systems, float* workspace) {
  HWY_DYNAMIC_DISPATCH(draw_batch)(m, systems, workspace);
}

std::size_t solve_lanes() {
  return HWY_DYNAMIC_DISPATCH(solve_lanes)();
}

std::size_t solve_workspace_size(std::size_t m) {
  return SolveLayout(m).workspace_entries() * solve_lanes();
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
