#pragma once

#include <cstdint>
#include <vector>

#include "bsg/options.h"
#include "inference/densities.h"
#include "inference/natural_parameters.h"
#include "training/run.h"

namespace bsg::training {

/// All that an iteration of Figure 1 leaves to the next.
struct LearningState {
  inference::Densities& u;
  inference::Densities& v;
  inference::NaturalParameters& u_natural;
  inference::NaturalParameters& v_natural;
  std::vector<IterationRecord>& iterations;
};

/// The last line of Figure 1; never after iteration 1, whose r_prev is arbitrary.
bool has_converged(const IterationRecord& record, double tolerance);

/// Whether no iteration is to follow these.
bool is_finished(const std::vector<IterationRecord>& iterations, const InferenceOptions& how);

/// Fills the state from the checkpoint that the run goes on from, if there is one. Returns how many
/// iterations are done. Throws CheckpointError.
std::uint32_t resume_learning(const LearningState& state, const InferenceOptions& how, Run& run);

/// After an iteration: writes a checkpoint if the run has them and it is time. A last one has the
/// densities alone, without what only further iterations would need. Throws FileError, or
/// Interrupted once it is written.
void keep_learning(const LearningState& state, const InferenceOptions& how, Run& run);

}  // namespace bsg::training
