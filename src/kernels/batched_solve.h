#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Steps 5.6.3 to 5.6.5 of Figure 1, several words at a time, one word a SIMD lane; and a draw in
/// their place.

namespace bsg::kernels {

/// Words that one call of solve_batch() takes at most on the running target.
std::size_t solve_lanes();

/// Floats of aligned workspace that solve_batch() needs.
std::size_t solve_workspace_size(std::size_t m);

/// One word's system. P: packed_size(m) floats, the packed upper triangle. r: m floats.
/// Written: mean = A P⁻¹ r and variance = diag A P⁻¹ Aᵀ, m floats each; solved is false, and both
/// are left unwritten, if P is not positive definite or a result is not finite.
struct System {
  const float* precision;
  const float* r;
  float* mean;
  float* variance;
  bool solved;
};

/// Cholesky P = LLᵀ. The result of a word does not depend on the others in the batch. axes: A, m ×
/// m, row-major; the identity, at half the cost, without. REQUIRES: 1 <= systems.size() <=
/// solve_lanes().
void solve_batch(std::size_t m, std::span<System> systems, float* workspace,
                 const float* axes = nullptr);

/// A draw from N(P⁻¹ r, P⁻¹) instead: mean, which holds m standard normal variables z, becomes
/// P⁻¹ r + L⁻ᵀ z. The variance is neither read nor written; all else as solve_batch() has it.
void draw_batch(std::size_t m, std::span<System> systems, float* workspace);

}  // namespace bsg::kernels
