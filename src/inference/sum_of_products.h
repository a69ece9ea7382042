#pragma once

#include <Eigen/Core>

#include "inference/densities.h"

namespace bsg::inference {

/// Most partial sums, which hold a matrix each, and words that are made doubles at a time.
inline constexpr std::size_t kProductParts = 8;
inline constexpr std::size_t kProductBlock = 256;

/// Σ_w a_w b_wᵀ over the means of all words, m × m. The same on any number of threads.
/// REQUIRES: both have the same words and dimension.
Eigen::MatrixXd sum_of_products(const Densities& a, const Densities& b);

}  // namespace bsg::inference
