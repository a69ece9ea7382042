#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "bsg/options.h"
#include "bsg/train.h"

/// Folders that trainings keep their checkpoints in; CheckpointOptions (bsg/train.h) makes them.

namespace bsg {

/// What a checkpoint tells of the training it belongs to: train(input, options) resumes it.
struct SavedRun {
  /// As it was given, with absolute paths; `checkpoint` is set to resume. Sentences in memory are
  /// not kept, nor is a model that was updated in memory: they have to be given again.
  TrainingInput input;
  TrainingOptions options;
  bool in_memory = false;  ///< it learned from sentences in memory
  /// Of an update whose model is not in `input`: why. Empty otherwise.
  std::string missing_base{};
  /// Of an update: what was kept beside the model.
  std::optional<std::string> posterior{};
  std::uint32_t iteration = 0;  ///< how many iterations are done
};

/// Reads the description only; train() verifies the rest. Throws FileError, or CheckpointError if
/// there is no checkpoint in the folder, or one that is damaged or of a newer format.
SavedRun read_checkpoint(const std::filesystem::path& folder);

/// Removes the checkpoints from a folder, which stays. To be called when the model is safe: until
/// then the checkpoint of the last iteration gives it again without learning. Throws FileError.
void discard_checkpoint(const std::filesystem::path& folder);

}  // namespace bsg
