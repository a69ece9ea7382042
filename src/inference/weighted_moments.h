#pragma once

#include <span>

#include "inference/densities.h"
#include "kernels/aligned_buffer.h"

namespace bsg::inference {

/// Sums over all words z of one side.
struct WeightedMoments {
  explicit WeightedMoments(std::size_t dimension);

  kernels::AlignedBuffer second;  ///< Σ weight_z (diag σ²_z + μ_z μ_zᵀ): m rows of stride floats,
                                  ///< upper triangle, zeros in the padding
  kernels::AlignedBuffer first;  ///< Σ pull_z μ_z: stride floats
};

/// Added up in double, in blocks that depend on the number of words alone: the result does not
/// depend on the number of threads. REQUIRES: `weights` and `pulls` have a number for each word;
/// `moments` has the dimension of the densities.
void sum_moments(const Densities& densities, std::span<const float> weights,
                 std::span<const float> pulls, WeightedMoments& moments);

/// Bytes that sum_moments() takes at the most.
std::size_t sum_moments_bytes(std::size_t words, std::size_t dimension);

/// E over z, with the weights of `moments`, of (uᵀz)² for u with the given mean and variance:
///   exact, (9) with (10):  Σ_k σ²_k S_kk + μᵀ S μ,  S = moments.second
///   paper, (11):           Σ_k (σ²_k + μ²_k) S_kk
double expected_square(const WeightedMoments& moments, std::span<const float> mean,
                       std::span<const float> variance, kernels::XiForm form);

}  // namespace bsg::inference
