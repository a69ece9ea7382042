#include "training/iteration_record.h"

namespace bsg::training {

IterationRecord make_record(std::uint32_t iteration, double step, const sampling::PairTotals& data,
                            const inference::UpdateSummary& target,
                            const inference::UpdateSummary& context) {
  const double length = target.length + context.length;
  const double change = target.change + context.change;
  return {.iteration = iteration,
          .step = step,
          .tokens = data.tokens,
          .positive_pairs = data.positive_pairs,
          .negative_pairs = data.negative_pairs,
          .target_change = target.change,
          .context_change = context.change,
          .relative_change = length > 0 ? change / (step * length) : 0};
}

}  // namespace bsg::training
