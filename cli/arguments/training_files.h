#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/arguments/arguments.h"
#include "cli/arguments/training_options.h"
#include "cli/arguments/training_request.h"

namespace bsg::cli {

/// What is given of the files of a training and of its checkpoints.
struct GivenFiles {
  TrainingInput input;
  std::optional<std::string> posterior;  ///< of the model that is updated
  std::optional<std::string> output;
  std::optional<std::string> resume;
  std::optional<std::uint32_t> every;
};

/// TEXT, -o and --keep-posterior.
void add_texts_and_outputs(CLI::App& app, GivenFiles& given);
/// --checkpoint, --checkpoint-every, --resume.
void add_checkpoints(CLI::App& app, GivenFiles& given);

/// A training from the start, or an update. Throws UsageError for what is missing.
TrainingRequest begin_training(GivenFiles given, TrainingOptions options, const Arguments& parser);

/// The one that a checkpoint is of. Throws FileError, CheckpointError or OptionError.
TrainingRequest resume_training(GivenFiles given, const TrainingOptionArguments& options);

/// What both kinds of request have in the end: where everything goes.
void settle_outputs(TrainingRequest& request, const GivenFiles& given);

}  // namespace bsg::cli
