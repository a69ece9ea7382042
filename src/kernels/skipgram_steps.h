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

/// Positive pairs (i, j), each with its drawn negatives z_1 … z_N, in the order they are learned
/// in.
struct SkipgramPairs {
  std::span<const std::uint32_t> centres;  ///< i of each pair
  std::span<const std::uint32_t> outputs;  ///< 1 + N for each pair: j, z_1 … z_N
  std::size_t negatives;                   ///< N
};

/// Outputs whose products are taken before any of them changes.
inline constexpr std::size_t kOutputGroup = 4;

/// For each pair in order: of its outputs o, which are j (y = 1) and z_1 … z_N (y = 0), those z
/// that are j are left out; the others are taken in groups of kOutputGroup, and with g_o = rate ·
/// (y_o − σ(u_iᵀv_o)) from the vectors as the group finds them
///   for each o of the group:  d += g_o v_o,  v_o += g_o u_i        (d = 0 at first)
/// and after all groups u_i += d. Returns the loss Σ −log σ(u_iᵀv_j) − Σ_z log σ(−u_iᵀv_z) over all
/// pairs, from the same products. The relative error of 1 − σ and of the probabilities is below
/// 1e-6 however large the product: there is no cut-off where learning stops.
///
/// Other threads may run steps on the same rows meanwhile (Hogwild): a race may lose or mix their
/// updates of a row, which gradient descent tolerates, and makes the result differ from run to run.
/// REQUIRES: rows are aligned, zero from m to their stride; workspace: row_stride(m) floats,
/// aligned.
double skipgram_steps(PointRows u, PointRows v, std::size_t m, const SkipgramPairs& pairs,
                      float rate, float* workspace);

}  // namespace bsg::kernels
