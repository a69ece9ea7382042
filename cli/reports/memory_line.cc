#include "cli/reports/memory_line.h"

#include <fmt/format.h>

#include "cli/reports/quantity.h"

namespace bsg::cli {

std::string memory_line(const MemoryPlan& plan) {
  std::string line =
      fmt::format("memory: at most {} of {}", byte_count(plan.memory), byte_count(plan.budget));
  std::string kept;
  if (plan.checkpoints > 0) {
    kept += fmt::format("; {} of disk for two checkpoints in '{}'", byte_count(plan.checkpoints),
                        plan.checkpoint_folder);
  }
  if (plan.posterior > 0) {
    kept += fmt::format("; {} of disk for the posterior", byte_count(plan.posterior));
  }
  if (plan.disk == 0) return line + kept;
  std::string names;
  for (const MemoryPart& part : plan.parts) {
    if (part.in_file) names += fmt::format("{}{}", names.empty() ? "" : ", ", part.name);
  }
  return line +
         fmt::format(", and {} of scratch files in '{}' ({})", byte_count(plan.disk), plan.scratch,
                     names) +
         kept;
}

}  // namespace bsg::cli
