#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/row_layout.h"

/// Step 5.6.1 of Figure 1 for a block of pairs of one word: gather, ξ, λ, rank-one updates.
/// Every function here runs on the best instruction set the machine has; scalar references are in
/// kernels/reference.h.

namespace bsg::kernels {

/// Pairs that are handled at once. Sums over a row are cut here, on every target alike.
inline constexpr std::size_t kPairBlock = 64;

enum class XiForm : std::uint8_t { exact, paper };

/// One side's densities: row j has its mean at values + j · 2 · stride and its variance stride
/// floats behind it (so that one word is one contiguous piece of memory), stride = row_stride(m).
struct DensityRows {
  const float* values;
  std::size_t stride;

  [[nodiscard]] const float* mean(std::size_t j) const { return values + j * 2 * stride; }
  [[nodiscard]] const float* variance(std::size_t j) const { return mean(j) + stride; }
};

/// ξ²_k = E[(uᵀv_k)²] for u given by its mean and variance (stride floats each) and the rows ids[k]
/// of v, whose means it leaves in the workspace:
///   exact, (9) with (10): Σ (σ²_u (σ²_v + μ²_v) + μ²_u σ²_v) + (μ_uᵀμ_v)²
///   paper, (11):          Σ (σ²_u + μ²_u)(σ²_v + μ²_v)
/// REQUIRES: ids.size() <= kPairBlock; xi_squared has room for kPairBlock floats.
void expected_squares(const float* u_mean, const float* u_variance, DensityRows v, std::size_t m,
                      std::span<const std::uint32_t> ids, XiForm form, float* xi_squared,
                      float* workspace);

/// Leaves the means of the rows ids[k] in the workspace, where no ξ is needed.
/// REQUIRES: ids.size() <= kPairBlock.
void gather_means(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
                  float* workspace);

/// weights[k] = counts[k] · 2 λ(ξ_k), λ(ξ) = tanh(ξ/2) / 4ξ, λ(0) = 1/8 (7); relative error of a
/// few ulp for every ξ² from 0 to FLT_MAX. REQUIRES: size <= kPairBlock; arrays have room for
/// kPairBlock.
void pair_weights(const float* xi_squared, const float* counts, std::size_t size, float* weights);

/// What the pairs of one word add up to, in rows of row_stride(m) floats.
struct PairTotals {
  float* P;         ///< m rows; entries below the diagonal are scratch
  float* diagonal;  ///< belongs to P's diagonal
  float* r;
};

/// (14) without its prior: P += Σ_k weights[k] μ_k μ_kᵀ on the upper triangle, diagonal +=
/// Σ_k weights[k] σ²_k, r += ½ Σ_k pulls[k] μ_k.
/// The rows `next`, those of the block to come, are brought towards the cache meanwhile: much
/// better than prefetch_rows(), which overruns the memory. REQUIRES: ids.size() <= kPairBlock; the
/// workspace holds the means of just these ids; weights and pulls have ids.size() floats.
void add_pairs(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
               const float* weights, const float* pulls, PairTotals totals, float* workspace,
               std::span<const std::uint32_t> next = {});

/// Floats of a workspace, which is aligned.
std::size_t pair_workspace_size(std::size_t m);

/// Brings the rows ids[k] towards the cache: for a first block, which no add_pairs() came before.
void prefetch_rows(DensityRows v, std::span<const std::uint32_t> ids);

}  // namespace bsg::kernels
