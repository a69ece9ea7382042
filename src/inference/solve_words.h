#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/batched_solve.h"

namespace bsg::inference {

/// A precision that is not positive definite, or a result that is not finite, for this word.
struct SolveFailure {
  std::uint32_t word;
};

/// Steps 5.6.3 to 5.6.5 of Figure 1 for words[k] with systems[k]: in single precision, and where
/// rounding makes that fail, in double. `axes` as kernels::solve_batch() has it. Throws
/// SolveFailure.
void solve_words(std::size_t m, std::span<const std::uint32_t> words,
                 std::span<kernels::System> systems, float* workspace, const float* axes = nullptr);

/// Draws from N(P⁻¹ r, P⁻¹) instead, as kernels::draw_batch() has it. Throws SolveFailure.
void draw_words(std::size_t m, std::span<const std::uint32_t> words,
                std::span<kernels::System> systems, float* workspace);

}  // namespace bsg::inference
