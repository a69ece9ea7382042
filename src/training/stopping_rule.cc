#include "training/stopping_rule.h"

namespace bsg::training {

bool has_converged(const IterationRecord& record, double tolerance) {
  return record.iteration > 1 && record.target_change < tolerance &&
         record.context_change < tolerance;
}

bool is_finished(std::span<const IterationRecord> iterations, const InferenceOptions& how) {
  if (iterations.empty()) return false;
  return iterations.size() >= how.iterations || has_converged(iterations.back(), how.tolerance);
}

bool is_finished(std::span<const IterationRecord> iterations, const TrainingOptions& options) {
  if (options.method == Method::gibbs) return iterations.size() >= options.all_iterations();
  return is_finished(iterations, options.inference);
}

}  // namespace bsg::training
