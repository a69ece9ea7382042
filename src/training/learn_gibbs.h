#pragma once

#include "training/learn.h"

namespace bsg::training {

/// Draws from the posterior of u and v given the pairs of the first iteration, and the moments of
/// these draws as a model. Runs on the threads of the current oneTBB arena; the result does not
/// depend on their number. REQUIRES: options::method_settings(). Throws FileError, NumericalError
/// or Interrupted.
Learned learn_gibbs(const PreparedText& prepared, const TrainingInput& input,
                    const TrainingOptions& options, Run& run);

}  // namespace bsg::training
