#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/densities.h"
#include "inference/weighted_moments.h"

namespace bsg::inference {

/// Groups of contexts in which the score uᵀv of a target varies little, so that one ξ for all of a
/// group's pairs makes a bound (7) that is nearly as tight as one for each.
///
/// Where contexts are apart counts as far as scores are: U being the second moment of the targets,
/// (v − v')ᵀ U (v − v') is the mean square of uᵀv − uᵀv'. In the few axes in which contexts differ
/// most by this measure, the group with the largest spread along an axis is cut there at its mean,
/// until there are enough. A group that cannot be cut further stays, so there may be fewer.
///
/// Returns the group of each context, a number below `groups`. `targets`: moments of u with weights
/// that sum to 1; `contexts`: those of v with `shares`, which sum to 1, as weights and pulls. The
/// result depends on these alone, not on threads. REQUIRES: groups >= 1; a share for each word of
/// v.
std::vector<std::uint32_t> group_by_score(const Densities& v, std::span<const float> shares,
                                          const WeightedMoments& targets,
                                          const WeightedMoments& contexts, std::size_t groups);

/// Bytes that group_by_score() takes at the most, its result included.
std::size_t group_by_score_bytes(std::size_t words, std::size_t dimension);

}  // namespace bsg::inference
