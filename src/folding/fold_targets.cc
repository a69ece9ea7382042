#include "folding/fold_targets.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "inference/batch_update.h"
#include "inference/target_negatives.h"
#include "inference/xi_form.h"
#include "kernels/batched_solve.h"
#include "model/axes.h"

namespace bsg::folding {
namespace {

using inference::LearnedSide;
using kernels::AlignedBuffer;
using posterior::OrdinaryPrior;
using sampling::PairRow;

/// The ordinary prior alone.
class PriorOfTargets final : public inference::Term {
 public:
  explicit PriorOfTargets(std::shared_ptr<const OrdinaryPrior> prior) : prior_(std::move(prior)) {}

  void add(std::uint32_t target, const inference::WordSums& sums,
           AlignedBuffer& /*workspace*/) const override {
    prior_->add(target, 1, sums);
  }

 private:
  std::shared_ptr<const OrdinaryPrior> prior_;
};

/// Where targets start: mean A Aᵀ r / τ and variance diag A Aᵀ / τ of the prior with (τ (A Aᵀ)⁻¹,
/// r). All have the same axes, so that none needs a system of its own solved.
class StartOfTargets {
 public:
  StartOfTargets(const Model& model, const OrdinaryPrior& prior)
      : axes_(model.axes(Side::target)),
        stretches_(model::squared_stretches(axes_, model.dimension())),
        prior_(prior) {}

  void write(std::uint32_t target, float* mean, float* variance) {
    const auto width = 1 / double{prior_.precision(target)};
    for (std::size_t k = 0; k < stretches_.size(); ++k) {
      variance[k] = static_cast<float>(stretches_[k] * width);
    }
    const std::span<const float> r = prior_.r(target);
    if (r.empty()) return;
    pull_.assign(r.begin(), r.end());
    if (!axes_.empty()) stretch();
    for (std::size_t k = 0; k < pull_.size(); ++k) mean[k] = static_cast<float>(pull_[k] * width);
  }

 private:
  /// The pull becomes A Aᵀ times it.
  void stretch() {
    const std::size_t m = pull_.size();
    back_.assign(m, 0);
    for (std::size_t row = 0; row < m; ++row) {
      for (std::size_t k = 0; k < m; ++k) back_[k] += double{axes_[row * m + k]} * pull_[row];
    }
    for (std::size_t row = 0; row < m; ++row) {
      pull_[row] = std::inner_product(back_.begin(), back_.end(), &axes_[row * m], 0.0);
    }
  }

  std::span<const float> axes_;
  std::vector<double> stretches_;
  const OrdinaryPrior& prior_;
  std::vector<double> pull_;
  std::vector<double> back_;
};

/// One thread's share: its buffers, and all rounds of a batch of targets.
class BatchFolding {
 public:
  BatchFolding(const FixedContexts& contexts, std::span<const PairRow> rows,
               const OrdinaryPrior& prior, inference::TargetNegatives& negatives, LearnedSide& side)
      : rows_(rows),
        negatives_(negatives),
        side_(side),
        start_(contexts.model(), prior),
        background_(negatives.background()),
        how_{.xi = inference::xi_form(contexts.options().inference.xi),
             .background = background_.get()},
        source_([rows](std::uint32_t target, sampling::PairCounter& /*scratch*/, PairRow& pairs) {
          pairs = rows[target];
        }),
        update_(how_, source_, contexts.densities(), side,
                std::min(kernels::solve_lanes(), rows.size()), 0) {}

  BatchFolding(const BatchFolding&) = delete;
  BatchFolding& operator=(const BatchFolding&) = delete;

  void fold(std::uint32_t first, std::uint32_t last, std::uint32_t rounds) {
    first_ = first;
    moving_.clear();
    before_.resize((last - first) * side_.densities.dimension());
    for (std::uint32_t target = first; target < last; ++target) {
      negatives_.weigh_positives(target, rows_[target]);
      start_.write(target, side_.densities.mean(target), side_.densities.variance(target));
      moving_.push_back(target);
    }
    for (std::uint32_t round = 0; round < rounds && !moving_.empty(); ++round) {
      update_moving();
      std::erase_if(moving_, [&](std::uint32_t target) { return has_settled(target); });
    }
  }

 private:
  void update_moving() {
    const std::size_t m = side_.densities.dimension();
    for (const std::uint32_t target : moving_) {
      negatives_.weigh(side_.densities, target, workspace_, weights_);
      std::copy_n(side_.densities.mean(target), m, before_.data() + (target - first_) * m);
    }
    changes_.resize(moving_.size());
    update_.update(moving_, changes_);
  }

  [[nodiscard]] bool has_settled(std::uint32_t target) {
    const std::size_t m = side_.densities.dimension();
    const float* const mean = side_.densities.mean(target);
    const float* const variance = side_.densities.variance(target);
    const float* const before = before_.data() + (target - first_) * m;
    for (std::size_t k = 0; k < m; ++k) {
      if (std::abs(mean[k] - before[k]) > kSettled * std::sqrt(variance[k])) return false;
    }
    return true;
  }

  std::span<const PairRow> rows_;
  inference::TargetNegatives& negatives_;
  LearnedSide& side_;
  StartOfTargets start_;
  std::unique_ptr<const inference::Background> background_;
  inference::HalfUpdate how_;
  inference::PairSource source_;  ///< the rows, as updates ask for them
  std::uint32_t first_ = 0;       ///< of the batch at hand
  std::vector<std::uint32_t> moving_;
  std::vector<float> before_;  ///< means before the round, by place in the batch
  std::vector<inference::WordChange> changes_;
  inference::BatchUpdate update_;
  AlignedBuffer workspace_, weights_;
};

}  // namespace

LearnedSide fold_targets(const FixedContexts& contexts, std::span<const PairRow> rows,
                         OrdinaryPrior prior, std::uint32_t rounds,
                         const std::stop_token& stop) try {
  const std::size_t targets = rows.size();
  const double precision = prior.precision();
  const auto shared = std::make_shared<const OrdinaryPrior>(std::move(prior));
  LearnedSide side(Side::target, targets, contexts.densities().dimension(),
                   inference::Prior::of(std::make_shared<PriorOfTargets>(shared), precision));
  inference::TargetNegatives negatives(contexts.groups(), targets, contexts.options().sampling);
  const std::size_t lanes = kernels::solve_lanes(), batches = (targets + lanes - 1) / lanes;
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  std::atomic<std::size_t> next = 0;
  tbb::parallel_for(std::size_t{0}, std::min(threads, batches), [&](std::size_t) {
    BatchFolding folding(contexts, rows, *shared, negatives, side);
    while (!stop.stop_requested()) {
      const std::size_t first = next.fetch_add(lanes);
      if (first >= targets) return;
      folding.fold(static_cast<std::uint32_t>(first),
                   static_cast<std::uint32_t>(std::min(first + lanes, targets)), rounds);
    }
  });
  if (stop.stop_requested()) throw Interrupted("interrupted while inferring densities");
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
