#pragma once

#include <cstdint>
#include <span>

#include "bsg/model.h"
#include "kernels/batched_solve.h"

/// The two steps of a half-update that decide what it computes. Closed-form variational Bayes takes
/// expectations in both; a Gibbs sampler of the same posterior takes draws.

namespace bsg::inference {

/// Which half-update it is: with a word, the address of its random numbers.
struct UpdateAddress {
  std::uint64_t seed = 0;
  std::uint32_t iteration = 0;
  Side side = Side::target;  ///< that is updated
};

/// Step 5.6.1: how much a pair weighs in P.
class PairWeighing {
 public:
  virtual ~PairWeighing() = default;

  /// weights[k] for the pairs of `word` with ids[k], which have ξ² and a count. Called by several
  /// threads at once. Arrays have room for kernels::kPairBlock floats, and ids are not more.
  virtual void weigh(const UpdateAddress& at, std::uint32_t word,
                     std::span<const std::uint32_t> ids, const float* xi_squared,
                     const float* counts, float* weights) const = 0;
};

/// Steps 5.6.3 to 5.6.5: what becomes of (P, r).
class Estimation {
 public:
  virtual ~Estimation() = default;

  /// Writes mean and variance of systems[k], which is of words[k]. Called by several threads at
  /// once, each with kernels::solve_workspace_size(m) floats. Throws SolveFailure.
  virtual void estimate(const UpdateAddress& at, std::size_t m,
                        std::span<const std::uint32_t> words, std::span<kernels::System> systems,
                        float* workspace) const = 0;
};

/// count · 2λ(ξ), (7): count times the mean of a Pólya-Gamma(1, ξ) variable.
const PairWeighing& expected_weights();

/// Mean P⁻¹r and variance diag P⁻¹ of N(P⁻¹r, P⁻¹).
const Estimation& posterior_moments();

}  // namespace bsg::inference
