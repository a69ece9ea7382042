#pragma once

#include "inference/densities.h"

namespace bsg::inference {

/// τ that the evidence bound prefers for a prior N(0, τ⁻¹I) of these densities: l·m / Σ (σ² + μ²).
/// The same on any number of threads.
double learned_prior_precision(const Densities& densities);

}  // namespace bsg::inference
