#pragma once

#include "inference/update_steps.h"

/// The two steps of a half-update that make it one of a Gibbs sampler (Polson, Scott and Windle,
/// 2013): with ω_ij ~ PG(n_ij, u_iᵀv_j) drawn for each pair, u_i ~ N(P⁻¹r, P⁻¹) is a draw from its
/// posterior given v and ω. Random numbers are addressed by the half-update, the word and its
/// partner.

namespace bsg::gibbs {

/// ω of each pair, in the place of its mean. REQUIRES: the densities are points (variances 0), so
/// that ξ² is the square of the score; counts are whole numbers.
const inference::PairWeighing& drawn_weights();

/// A draw in the place of the mean; variances stay as they are.
const inference::Estimation& posterior_draws();

}  // namespace bsg::gibbs
