#pragma once

#include "bsg/options.h"

namespace bsg::options {

/// Sets what options.recipe speaks of: the vocabulary, sampling and inference. Leaves alone the
/// corpus, the method, the learning rate, the seed, the threads and the memory.
void apply_recipe(TrainingOptions& options);

}  // namespace bsg::options
