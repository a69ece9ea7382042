#include <optional>

#include "cli/arguments/training_request.h"
#include "cli/commands/carry_out_training.h"
#include "cli/commands/command.h"

namespace bsg::cli {

void run_train(const ArgumentList& arguments) {
  const std::optional<TrainingRequest> request = parse_training_request(arguments);
  if (request) carry_out(*request);
}

}  // namespace bsg::cli
