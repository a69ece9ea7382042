#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bsg/model.h"
#include "bsg/options.h"
#include "inference/feature_prior.h"
#include "inference/gauge.h"
#include "inference/learned_side.h"
#include "training/calibration.h"
#include "training/run.h"
#include "training/update_features.h"
#include "training/update_start.h"

namespace bsg::training {

/// All that an iteration of Figure 1 leaves to the next, and in the end to the model.
struct LearningState {
  inference::LearnedSide u;
  inference::LearnedSide v;
  std::vector<IterationRecord> iterations{};
  std::optional<inference::FeaturePrior> features{};  ///< where words have features
  std::optional<inference::Gauge> gauge{};            ///< once the densities are in its axes
  std::shared_ptr<const UpdateStart> update{};        ///< where a model is updated
  /// There, if its targets' priors come from features; they are learned anew if `features` is
  /// there.
  std::optional<UpdateFeatures> update_features{};
  std::optional<Calibration> calibration{};  ///< where variances are to be calibrated
  bool keeps_posterior = false;              ///< P and r are needed when learning is finished
};

/// Whether the densities are brought into other axes in the end: state.gauge.
bool ends_in_other_axes(const LearningState& state, const InferenceOptions& how);

/// Fills the state from the checkpoint that the run resumes from, if there is one. Throws
/// CheckpointError.
void resume_learning(LearningState& state, const InferenceOptions& how, Run& run);

/// After an iteration: writes a checkpoint if the run has them and it is time. A last one has the
/// densities and their axes alone, without what only further iterations would need. Throws
/// FileError, or Interrupted once it is written.
void keep_learning(LearningState& state, const InferenceOptions& how, Run& run);

}  // namespace bsg::training
