#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Stochastic gradient steps of skip-gram with negative sampling (section 2.1). Runs on the best
/// instruction set the machine has; the scalar reference is in kernels/reference.h.

namespace bsg::kernels {

/// One side's vectors: row j at values + j · stride, stride = row_stride(m).
struct PointRows {
  float* values;
  std::size_t stride;

  [[nodiscard]] float* row(std::size_t j) const { return values + j * stride; }
};

/// Largest N.
inline constexpr std::size_t kMostNegatives = 1000;

/// Positive pairs (i, j), each with its drawn negatives z_1 … z_N, in the order they are learned
/// in.
struct SkipgramPairs {
  std::span<const std::uint32_t> centres;  ///< i of each pair
  std::span<const std::uint32_t> outputs;  ///< 1 + N for each pair: j, z_1 … z_N
  std::size_t negatives;                   ///< N
};

/// For each pair in order, with the outputs o = j (y = 1) and z_1 … z_N (y = 0), those z that are j
/// left out, and g_o = rate · (y_o − σ(u_iᵀv_o)) from the vectors as they are before the pair:
///   for each o in order:  d += g_o v_o,  v_o += g_o u_i        (d = 0 at first)
///   u_i += d
/// Returns Σ −log σ(u_iᵀv_j) − Σ_z log σ(−u_iᵀv_z) over all pairs, from the same products. The
/// relative error of g is a few ulp for every product: there is no cut-off where learning stops.
///
/// Other threads may run steps on the same rows meanwhile (Hogwild): a race may lose or mix their
/// updates of a row, which gradient descent tolerates, and makes the result differ from run to run.
/// REQUIRES: pairs.negatives <= kMostNegatives; rows are aligned, zero from m to their stride.
double skipgram_steps(PointRows u, PointRows v, std::size_t m, const SkipgramPairs& pairs,
                      float rate);

}  // namespace bsg::kernels
