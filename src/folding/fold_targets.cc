#include "folding/fold_targets.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "inference/half_update.h"
#include "inference/prior_densities.h"
#include "inference/target_negatives.h"
#include "inference/xi_form.h"

namespace bsg::folding {
namespace {

/// The ordinary prior alone.
class PriorOfTargets final : public inference::Term {
 public:
  explicit PriorOfTargets(posterior::OrdinaryPrior prior) : prior_(std::move(prior)) {}

  void add(std::uint32_t target, const inference::WordSums& sums,
           kernels::AlignedBuffer& /*workspace*/) const override {
    prior_.add(target, 1, sums);
  }

 private:
  posterior::OrdinaryPrior prior_;
};

inference::Prior as_prior(posterior::OrdinaryPrior prior) {
  const double precision = prior.precision();
  return inference::Prior::of(std::make_shared<PriorOfTargets>(std::move(prior)), precision);
}

/// n_i of each target.
std::vector<double> count_positives(std::size_t contexts, std::size_t targets,
                                    const inference::PairSource& rows) {
  std::vector<double> positives(targets);
  tbb::enumerable_thread_specific<sampling::PairCounter> counters(contexts);
  tbb::parallel_for(std::size_t{0}, targets, [&](std::size_t target) {
    sampling::PairRow pairs;
    rows(static_cast<std::uint32_t>(target), counters.local(), pairs);
    positives[target] = std::accumulate(pairs.counts.begin(), pairs.counts.end(), 0.0);
  });
  return positives;
}

}  // namespace

inference::LearnedSide fold_targets(const FixedContexts& contexts, std::size_t targets,
                                    const inference::PairSource& rows,
                                    posterior::OrdinaryPrior prior, std::uint32_t rounds,
                                    const std::stop_token& stop) try {
  const TrainingOptions& options = contexts.options();
  inference::LearnedSide side(Side::target, targets, contexts.densities().dimension(),
                              as_prior(std::move(prior)));
  inference::start_at_prior(side, side.owned, stop);

  std::vector<std::uint32_t> all(targets);
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<double> positives = count_positives(contexts.keep().size(), targets, rows);
  inference::TargetNegatives negatives(contexts.groups(), targets, options.sampling);
  negatives.weigh_positives([&](std::uint32_t target) { return positives[target]; }, rows, stop);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    negatives.weigh(side.densities, all);
    const auto background = negatives.background();
    half_update({.xi = inference::xi_form(options.inference.xi), .background = background.get()},
                rows, contexts.densities(), side, stop);
  }
  return side;
} catch (const inference::SolveFailure&) {
  throw NumericalError(
      "a density could not be inferred: its numbers left the range of single precision");
}

TargetDensity density_of(const inference::LearnedSide& side, std::uint32_t target) {
  const float* const mean = side.densities.rows().mean(target);
  const float* const variance = side.densities.rows().variance(target);
  const std::size_t m = side.densities.dimension();
  return {.mean = {mean, mean + m}, .variance = {variance, variance + m}};
}

}  // namespace bsg::folding
