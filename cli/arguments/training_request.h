#pragma once

#include <optional>

#include "bsg/options.h"
#include "bsg/train.h"
#include "cli/commands/command.h"

namespace bsg::cli {

/// What `bsg train` was asked to do.
struct TrainingRequest {
  TrainingInput input;
  TrainingOptions options;
  bool quiet = false;

  [[nodiscard]] bool is_resumable() const { return !input.checkpoint.folder.empty(); }
};

/// Empty if help was asked for, and printed. Throws UsageError or OptionError; FileError or
/// CheckpointError if it is to go on from a checkpoint that cannot be read.
std::optional<TrainingRequest> parse_training_request(const ArgumentList& arguments);

}  // namespace bsg::cli
