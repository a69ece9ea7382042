#include "inference/kept_precisions.h"

#include "inference/step_size.h"

namespace bsg::inference {

bool next_blends(std::uint32_t done, const InferenceOptions& how) {
  return done < how.iterations && inference::step_size(done + 1, how.burn_in, how.decay) < 1;
}

bool keeps_precision(std::uint32_t iteration, const InferenceOptions& how, bool needed_at_end) {
  const bool may_be_last = iteration == how.iterations || how.tolerance > 0;
  return (needed_at_end && may_be_last) || next_blends(iteration, how);
}

bool any_keeps_precision(const InferenceOptions& how, bool needed_at_end) {
  return needed_at_end || next_blends(how.iterations - 1, how);
}

}  // namespace bsg::inference
