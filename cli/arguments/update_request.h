#pragma once

#include <optional>

#include "cli/arguments/training_request.h"

namespace bsg::cli {

/// What `bsg update` was asked to do: empty if help was asked for, and printed. Throws UsageError
/// or OptionError; FileError, ModelError or CheckpointError if what it goes on from cannot be read.
std::optional<TrainingRequest> parse_update_request(const ArgumentList& arguments);

}  // namespace bsg::cli
