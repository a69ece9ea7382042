#pragma once

#include <span>

#include "bsg/model.h"
#include "bsg/options.h"

namespace bsg::training {

/// The last line of Figure 1; never after iteration 1, whose r_prev is arbitrary.
bool has_converged(const IterationRecord& record, double tolerance);

/// Whether no iteration is to follow these.
bool is_finished(std::span<const IterationRecord> iterations, const InferenceOptions& how);

/// The same by any method: with Method::gibbs after the last sweep.
bool is_finished(std::span<const IterationRecord> iterations, const TrainingOptions& options);

}  // namespace bsg::training
