#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "bsg/train.h"
#include "cli/reports/resources.h"

namespace bsg::cli {

struct FinishedTraining {
  const TrainingResult& result;
  const TrainingOptions& options;
  const StageCpuTime& cpu;
  double elapsed_seconds;
  std::filesystem::path model_path;
  std::optional<std::filesystem::path> posterior_path{};
};

/// What was learnt from what, in which time, with warnings where the data calls for them.
std::string training_report(const FinishedTraining& training);

}  // namespace bsg::cli
