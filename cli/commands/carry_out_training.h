#pragma once

#include "cli/arguments/training_request.h"

namespace bsg::cli {

/// Trains or updates, saves the model, and reports.
void carry_out(const TrainingRequest& request);

}  // namespace bsg::cli
