#pragma once

#include <stop_token>

#include "bsg/model.h"
#include "bsg/train.h"
#include "training/learn.h"

namespace bsg::training {

/// Finds before the work what would lose its result after: throws the FileError that writing would
/// meet, or OptionError where an output would replace an input or another output.
void check_outputs(const TrainingInput& input);

/// Writes the model, its posterior and the draws, as far as the input names files for them: all, or
/// none of them if one cannot be written. Throws FileError; Interrupted on request, before any is
/// in place.
void write_outputs(const TrainingInput& input, const Model& model, const Learned& learned,
                   const std::stop_token& stop);

}  // namespace bsg::training
