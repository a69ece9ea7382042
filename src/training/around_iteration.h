#pragma once

#include "bsg/options.h"
#include "training/learning_state.h"
#include "training/run.h"

/// What happens before and after an iteration of Figure 1, and is no part of it.

namespace bsg::training {

/// Learned priors: τ of either side that the bound prefers, for the iteration to have.
void before_iteration(LearningState& state, const InferenceOptions& how);

/// Refuses a text that has nothing to learn from; chooses the axes after the last iteration; tells
/// who watches, and keeps a checkpoint. Throws InputError, FileError, SolveFailure or Interrupted.
void after_iteration(LearningState& state, const InferenceOptions& how, Run& run);

}  // namespace bsg::training
