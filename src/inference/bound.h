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

/// A target whose pairs stand for those of `weight` targets like it.
struct SampledTarget {
  std::uint32_t word = 0;
  double weight = 1;
};

/// All of a small vocabulary; of a larger one, the most frequent words and some of the others,
/// evenly spread: in proportion to the square root of their expected pairs, which is the best for
/// its cost. Depends on these numbers alone. REQUIRES: expected_pairs, by word, do not ascend.
std::vector<SampledTarget> sample_targets(std::span<const double> expected_pairs);

/// E log p_ξ of some targets' pairs, and how many positive ones these are, both by the targets'
/// weights. Their quotient stands for that of all targets.
struct LikelihoodBound {
  double sum = 0;
  double positive_pairs = 0;
};

/// Where the pairs of a target come from.
struct BoundPairs {
  kernels::XiForm xi = kernels::XiForm::exact;
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
                                 std::span<const SampledTarget> targets,
                                 const std::stop_token& stop);

/// −KL(q ‖ p), over all words, p = N(0, τ⁻¹I).
double prior_bound(const Densities& q, double precision);
/// The same with p = N(m_i, τ_i⁻¹I), where m_i and τ_i are taken as known.
double prior_bound(const Densities& q, const FeaturePrior& prior);

}  // namespace bsg::inference
