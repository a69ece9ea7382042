#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/pair_update.h"
#include "kernels/skipgram_steps.h"

/// What every kernel computes, written plainly and in double precision, after the formulas of the
/// kernels' own headers and without their code: the tests hold each instruction set against it, and
/// solve() and draw() are the remedy where a factorisation fails in single precision.

namespace bsg::kernels::reference {

double expected_square(const float* u_mean, const float* u_variance, const float* v_mean,
                       const float* v_variance, std::size_t m, XiForm form);

/// λ(√xi_squared), in long double so that it is exact to every float.
long double lambda(long double xi_squared);

/// P: m × m, row-major, whole; r: m.
void add_pairs(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
               const float* weights, const float* pulls, double* P, double* r);

/// precision: packed upper triangle. mean = A P⁻¹ r, variance = diag A P⁻¹ Aᵀ, A the identity
/// unless axes are given. Returns whether P is positive definite.
bool solve(std::size_t m, const float* precision, const float* r, double* mean, double* variance,
           const float* axes = nullptr);

/// draw = P⁻¹ r + L⁻ᵀ z, P = LLᵀ. Returns whether P is positive definite.
bool draw(std::size_t m, const float* precision, const float* r, const float* z, double* draw);

double product(const float* a, const float* b, std::size_t m);

/// Variance of qᵀd.
double product_variance(const float* q_mean, const float* q_variance, const float* d_mean,
                        const float* d_variance, std::size_t m);

/// −KL(q‖d) − KL(d‖q), each with its trace, distance and log determinants (18).
double symmetric_kl(const float* q_mean, const float* q_variance, const float* d_mean,
                    const float* d_variance, std::size_t m);

/// The steps of kernels/skipgram_steps.h; rows of m doubles, one after the other. Returns the loss.
double skipgram_steps(double* u, double* v, std::size_t m, const SkipgramPairs& pairs, double rate);

}  // namespace bsg::kernels::reference
