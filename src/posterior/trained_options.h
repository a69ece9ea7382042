#pragma once

#include "bsg/model.h"
#include "bsg/options.h"

namespace bsg::posterior {

/// The options that a model was trained with, as it records them. Throws ModelError if it records
/// none: vectors of another program.
TrainingOptions trained_options(const Model& model);

}  // namespace bsg::posterior
