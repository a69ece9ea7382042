#pragma once

#include "bsg/options.h"
#include "bsg/train.h"

namespace bsg::training {

/// What is asked of an update, or of a training that should be one. Throws OptionError for options
/// that the model decides, or that have no effect; ModelError if the model cannot be updated.
void check_update(const TrainingInput& input, const TrainingOptions& options);

}  // namespace bsg::training
