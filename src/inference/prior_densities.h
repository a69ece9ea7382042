#pragma once

#include <stop_token>

#include "inference/learned_side.h"
#include "inference/word_selection.h"

namespace bsg::inference {

/// Densities and natural parameters of words without pairs: those of their prior. REQUIRES: the
/// side owns the words. Throws SolveFailure, or Interrupted on request.
void start_at_prior(LearnedSide& side, const WordSelection& words, const std::stop_token& stop);

}  // namespace bsg::inference
