#pragma once

#include <optional>
#include <vector>

#include "bsg/model.h"
#include "bsg/options.h"
#include "inference/feature_prior.h"
#include "inference/learned_side.h"
#include "training/prepare_text.h"
#include "training/run.h"

namespace bsg::training {

/// All that an iteration over users and their items leaves to the next, and in the end to the
/// model.
struct UserState {
  inference::LearnedSide users;  ///< targets
  inference::LearnedSide items;  ///< contexts
  std::vector<IterationRecord> iterations{};
  std::optional<inference::FeaturePrior> features{};  ///< of items' contexts, where they have tags
};

/// Fills the state from the checkpoint that the run resumes from, if there is one. Throws
/// CheckpointError.
void resume_users(UserState& state, const TrainingOptions& options, Run& run);

/// After an iteration: writes a checkpoint if the run has them and it is time.
void keep_users(UserState& state, const TrainingOptions& options, Run& run);

/// The model of the items, whose targets are given; items that have tags and no users come last,
/// with a context from their tags and the prior as their target.
ModelData model_of_users(const PreparedText& prepared, const TrainingOptions& options,
                         UserState state, const inference::LearnedSide& targets);

}  // namespace bsg::training
