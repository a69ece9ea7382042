#pragma once

#include <string>

#include "bsg/error.h"
#include "cli/arguments/training_request.h"

namespace bsg::cli {

/// A training that was interrupted and can be gone on with; what() says by which command.
class ResumableInterruption : public Interrupted {
 public:
  using Interrupted::Interrupted;
};

/// A word of a command line as a shell takes it: in quotes where it needs them.
std::string shell_word(const std::string& word);

/// What goes on with a training, as a person can copy it.
std::string resume_command(const TrainingRequest& request);

/// Adds to what ended a training the command that goes on with it, if there is a checkpoint: throws
/// ResumableInterruption or Error, or the same exception again. REQUIRES: called
/// from a catch block.
[[noreturn]] void rethrow_with_command(const TrainingRequest& request);

}  // namespace bsg::cli
