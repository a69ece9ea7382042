#pragma once

#include <string>

#include "bsg/train.h"
#include "cli/reports/resources.h"

namespace bsg::cli {

struct FinishedTraining {
  const TrainingInput& input;  ///< which names the model's file
  const TrainingResult& result;
  const TrainingOptions& options;
  const StageCpuTime& cpu;
  double elapsed_seconds;
};

/// What was learnt from what, in which time, with warnings where the data calls for them.
std::string training_report(const FinishedTraining& training);

}  // namespace bsg::cli
