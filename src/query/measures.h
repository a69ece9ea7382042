#pragma once

#include <optional>
#include <vector>

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
/// `spread`: what stands for the diagonals of Σ.
ProductMoments product_moments(const Comparison& comparison, Spread spread = &Density::variance);

/// Of the means; 0 where one of them is zero.
double cosine(const Density& a, const Density& b);

/// Standard deviation of the cosine of the means, by the delta method about them, with the spread
/// s of R and d apart. With p and q the means of T and d at unit length:
///   variance  Σ_k [ g_k² s_R + ((p_k − c q_k)/‖μ_d‖ + a g_k)² s_d ],   g = (q − c p)/‖μ_T‖
/// At most 1, which is what a mean of zero has if anything is spread.
double cosine_deviation(const Comparison& comparison, const Density& sum, double cosine,
                        Spread spread);

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

/// Its standard deviation: its derivative in μ_y times the deviation of μ_y by the delta method,
///   variance of μ_y  Σ_k [ μ_d² s_R + (μ_T + a μ_d)² s_d ]
double moderated_logit_deviation(const Comparison& comparison, const Density& sum, double logit,
                                 Spread spread);

/// σ(x), and its derivative.
double logistic(double x);
double logistic_slope(double x);

/// (18), −KL(a‖b) − KL(b‖a); the log determinants cancel.
double negative_symmetric_kl(const Density& a, const Density& b);

/// Its standard deviation by the delta method in the means, variances as they are:
///   variance  Σ_k [ (μ_T − μ_d)(1/σ²_T + 1/σ²_d) ]² (s_R + (a − 1)² s_d)
double negative_symmetric_kl_deviation(const Comparison& comparison, const Density& sum,
                                       double similarity, Spread spread);

/// Φ(mean / sd) of Tᵀ(d₁ − d₂), all three independent, by their scatter; unset if nothing varies.
std::optional<double> order_probability(const Density& sum, const Density& first,
                                        const Density& second);

}  // namespace bsg::query
