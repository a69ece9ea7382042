#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "folding/fixed_contexts.h"
#include "inference/densities.h"
#include "inference/learned_side.h"
#include "inference/pair_source.h"
#include "posterior/ordinary_prior.h"

namespace bsg::folding {

/// Half-updates from one side alone converge in this many rounds, each of which takes ξ from the
/// round before it.
inline constexpr std::uint32_t kRounds = 8;

/// Densities of targets given the contexts, (13) and (14): each from its own pairs, and the
/// expectation of its negatives. Closed form but for ξ, which follows from the densities
/// themselves. A target's density does not depend on which others are folded in beside it, nor on
/// the number of threads. `rows` is called several times for each target. Throws NumericalError, or
/// Interrupted on request.
inference::LearnedSide fold_targets(const FixedContexts& contexts, std::size_t targets,
                                    const inference::PairSource& rows,
                                    posterior::OrdinaryPrior prior, std::uint32_t rounds,
                                    const std::stop_token& stop);

/// One of them.
TargetDensity density_of(const inference::LearnedSide& side, std::uint32_t target);

}  // namespace bsg::folding
