#pragma once

#include <optional>
#include <stop_token>

#include "bsg/model.h"
#include "bsg/train.h"
#include "posterior/posterior_file.h"

namespace bsg::training {

/// Finds before the work what would lose its result after: throws the FileError that writing would
/// meet, or OptionError where an output would replace an input or another output.
void check_outputs(const TrainingInput& input);

/// Writes the model and its posterior, as far as the input names files for them: both, or neither
/// of them if one cannot be written. Throws FileError; Interrupted on request, before either is in
/// place.
void write_outputs(const TrainingInput& input, const Model& model,
                   const std::optional<posterior::LearnedPosterior>& posterior,
                   const std::stop_token& stop);

}  // namespace bsg::training
