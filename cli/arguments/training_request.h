#pragma once

#include <filesystem>
#include <optional>

#include "bsg/options.h"
#include "bsg/train.h"
#include "cli/commands/command.h"

namespace bsg::cli {

/// What `bsg train` was asked to do.
struct TrainingRequest {
  TrainingInput input;
  TrainingOptions options;
  std::filesystem::path output{};
  bool quiet = false;

  [[nodiscard]] bool is_resumable() const { return !input.checkpoint.folder.empty(); }
};

/// Empty if help was asked for, and printed. Throws UsageError or OptionError; FileError or
/// CheckpointError if it is to go on from a checkpoint that cannot be read.
std::optional<TrainingRequest> parse_training_request(const ArgumentList& arguments);

/// Finds before training what would lose its result after: throws the FileError that writing would
/// meet, or OptionError where a result would overwrite what is read.
void check_outputs(const TrainingRequest& request);

}  // namespace bsg::cli
