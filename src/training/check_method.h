#pragma once

#include "bsg/options.h"
#include "bsg/train.h"

namespace bsg::training {

/// Throws OptionError for files that the method neither reads nor writes.
void check_method(const TrainingInput& input, const TrainingOptions& options);

}  // namespace bsg::training
