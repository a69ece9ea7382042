#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "folding/fixed_contexts.h"
#include "inference/densities.h"
#include "inference/learned_side.h"
#include "posterior/ordinary_prior.h"
#include "sampling/pair_counter.h"

namespace bsg::folding {

/// Half-updates from one side alone settle in two to six rounds, each of which takes ξ from the
/// round before it; in a dozen where a target has tens of thousands of pairs. This many are enough
/// for every one.
inline constexpr std::uint32_t kRounds = 32;

/// A target has settled when a round moves no coordinate of its mean by more of its standard
/// deviation. A round leaves less than half of what is still to go.
inline constexpr float kSettled = 1e-3F;

/// Densities of targets given the contexts, (13) and (14): each from its own pairs and the
/// expectation of its negatives. Closed form but for ξ, which follows from the densities
/// themselves: a target starts as its prior and is done when it has settled, after `rounds` at the
/// most. What becomes of it depends neither on which others are folded in beside it nor on the
/// number of threads. `rows` has the pairs of each target; long ones should come first. Throws
/// NumericalError, or Interrupted on request.
inference::LearnedSide fold_targets(const FixedContexts& contexts,
                                    std::span<const sampling::PairRow> rows,
                                    posterior::OrdinaryPrior prior, std::uint32_t rounds,
                                    const std::stop_token& stop);

/// One of them.
TargetDensity density_of(const inference::LearnedSide& side, std::uint32_t target);

}  // namespace bsg::folding
