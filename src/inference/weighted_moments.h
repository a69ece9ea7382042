#pragma once

#include <cstdint>
#include <span>

#include "inference/densities.h"
#include "kernels/aligned_buffer.h"

namespace bsg::inference {

/// Sums over words z of one side.
struct WeightedMoments {
  explicit WeightedMoments(std::size_t dimension);

  kernels::AlignedBuffer second;  ///< Σ weight_z (diag σ²_z + μ_z μ_zᵀ): m rows of stride floats,
                                  ///< upper triangle, zeros in the padding
  kernels::AlignedBuffer first;  ///< Σ pull_z μ_z: stride floats
};

/// Sums over the words `ids`, which have the weights and pulls at the same places. Added up in
/// double, in blocks that depend on the number of words alone: the result does not depend on the
/// number of threads. REQUIRES: ids, weights and pulls are equally many; `moments` has the
/// dimension of the densities.
void sum_moments(const Densities& densities, std::span<const std::uint32_t> ids,
                 std::span<const float> weights, std::span<const float> pulls,
                 WeightedMoments& moments);

/// Bytes that sum_moments() takes at the most.
std::size_t sum_moments_bytes(std::size_t words, std::size_t dimension);

}  // namespace bsg::inference
