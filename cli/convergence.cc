#include "cli/convergence.h"

#include <fmt/format.h>

namespace bsg::cli {

Convergence convergence_of(const IterationRecord& record) {
  if (record.mean_loss) return {"mean loss", "loss", *record.mean_loss};
  return {"relative change", "change", record.relative_change};
}

std::string convergence_text(const IterationRecord& record) {
  const Convergence convergence = convergence_of(record);
  return fmt::format("{} {:.4g}", convergence.name, convergence.value);
}

}  // namespace bsg::cli
