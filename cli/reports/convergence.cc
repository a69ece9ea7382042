#include "cli/reports/convergence.h"

#include <fmt/format.h>

namespace bsg::cli {

Convergence convergence_of(const IterationRecord& record) {
  if (record.mean_loss) return {"mean loss", "loss", *record.mean_loss};
  return {"relative change", "change", record.relative_change};
}

std::string convergence_text(const IterationRecord& record) {
  const Convergence convergence = convergence_of(record);
  std::string text = fmt::format("{} {:.4g}", convergence.name, convergence.value);
  if (record.bound) text += fmt::format(", bound {:.4f}", *record.bound);
  if (record.target_prior_precision && record.context_prior_precision) {
    text += fmt::format(", tau of u {:.4g}, of v {:.4g}", *record.target_prior_precision,
                        *record.context_prior_precision);
  }
  return text;
}

}  // namespace bsg::cli
