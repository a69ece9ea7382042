#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace bsg::model {

/// diag A Aᵀ, m numbers: what becomes of the variances of a density with covariance I where x
/// becomes A x. A is m × m, row-major; empty for the identity.
std::vector<double> squared_stretches(std::span<const float> axes, std::size_t m);

}  // namespace bsg::model
