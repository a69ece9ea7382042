#pragma once

#include <optional>

#include "bsg/query.h"
#include "query/density.h"

/// Section 4.4, in double, for densities of equal dimension.

namespace bsg::query {

/// A sum T = R + a·d and the density d that it is compared with, R and d being independent. For a
/// word that is no part of the question a = 0; for a word against itself R = 0 and a = 1.
struct Comparison {
  const Density& rest;    ///< R
  double shared_factor;   ///< a
  const Density& answer;  ///< d
};

struct ProductMoments {
  double mean = 0;
  double variance = 0;
};

/// Of y = Tᵀd = Rᵀd + a dᵀd:
///   mean      μ_Rᵀμ_d + a (μ_dᵀμ_d + tr Σ_d)
///   variance  tr(Σ_R Σ_d) + μ_Rᵀ Σ_d μ_R + μ_dᵀ Σ_R μ_d           (16), paired as (10) has it
///             + a² (2 tr Σ_d² + 4 μ_dᵀ Σ_d μ_d) + 4a μ_Rᵀ Σ_d μ_d
ProductMoments product_moments(const Comparison& comparison);

/// Of the means; 0 where one of them is zero.
double cosine(const Density& a, const Density& b);

struct CosineMoments {
  double mean = 0;
  double deviation = 0;
};

/// Of the cosine of draws of T and d, by the delta method at the expected lengths L² = E‖·‖², which
/// a draw of a wide density has rather than the length of its mean. With p = μ_T/L_T and q =
/// μ_d/L_d:
///   mean      c = E[Tᵀd]/(L_T L_d)
///   variance  Σ_k [ g_k² σ²_R + ((p_k − c q_k)/L_d + a g_k)² σ²_d + σ²_R σ²_d/(L_T L_d)² ],
///             g = (q − c p)/L_T
/// 1 and 0 for a word against itself; 0 and 1/√m, what directions without preference have, for two
/// zero means of like variance.
CosineMoments cosine_moments(const Comparison& comparison);

/// Argument of σ in (17): μ / sqrt(1 + π σ² / 8). Grows with the probability and does not saturate.
double moderated_logit(const ProductMoments& moments);

/// σ(x).
double logistic(double x);

/// (18), −KL(a‖b) − KL(b‖a); the log determinants cancel.
double negative_symmetric_kl(const Density& a, const Density& b);

/// Φ(mean / sd) of Tᵀ(d₁ − d₂), all three independent; unset if nothing varies.
std::optional<double> order_probability(const Density& sum, const Density& first,
                                        const Density& second);

}  // namespace bsg::query
