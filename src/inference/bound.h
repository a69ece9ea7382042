#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "inference/densities.h"
#include "inference/expected_negatives.h"
#include "inference/feature_prior.h"
#include "inference/pair_source.h"
#include "kernels/pair_update.h"

/// L_ξ(q), the objective of the paper's section 3: with the data D of an iteration,
///   log p(D) ≥ L_ξ(q) = E log p_ξ(D | u, v) − KL(q(u) ‖ p(u)) − KL(q(v) ‖ p(v)).
/// q is what the model keeps: independent Gaussians with diagonal covariances. ξ is the one that
/// follows from q, so the bound is one of q alone.

namespace bsg::inference {

/// E log p_ξ of some targets' pairs, and how many positive ones these are. Their quotient stands
/// for that of all targets.
struct LikelihoodBound {
  double sum = 0;
  double positive_pairs = 0;
};

/// Where the pairs of a target come from.
struct BoundPairs {
  kernels::XiForm xi;
  const PairSource& rows;  ///< those that were met, drawn negatives among them
  /// Those that were not; none where negatives are drawn. REQUIRES: weigh_positives() was called
  /// for these rows, and regroup() for these densities.
  const ExpectedNegatives* negatives = nullptr;
};

/// For each pair with d = ±1, x = uᵀv and its ξ
///   log σ(ξ) + (d E[x] − ξ) / 2 − λ(ξ) (E[x²] − ξ²),
/// whose last part is 0 where ξ² is E[x²], (9). The expected negatives of a target in one group
/// share the ξ̄ that ContextGroups has for them. Does not depend on the number of threads. Throws
/// Interrupted on request.
LikelihoodBound likelihood_bound(const Densities& u, const Densities& v, const BoundPairs& pairs,
                                 std::span<const std::uint32_t> targets,
                                 const std::stop_token& stop);

/// Targets whose pairs stand for those of all: all of a small vocabulary; of a larger one every
/// so-manieth in the order of frequency, more of them the more an update costs beside the bound.
/// They are the same in every iteration and in every training with so many words and dimensions.
std::vector<std::uint32_t> targets_of_bound(std::size_t words, std::size_t dimension);

/// −KL(q ‖ p), over all words, p = N(0, τ⁻¹I).
double prior_bound(const Densities& q, double precision);
/// The same with p = N(m_i, τ_i⁻¹I), where m_i and τ_i are taken as known.
double prior_bound(const Densities& q, const FeaturePrior& prior);

}  // namespace bsg::inference
