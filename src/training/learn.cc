#include "training/learn.h"

#include <memory>
#include <optional>
#include <utility>

#include "bsg/error.h"
#include "inference/expected_negatives.h"
#include "inference/half_update.h"
#include "inference/kept_precisions.h"
#include "inference/step_size.h"
#include "inference/xi_form.h"
#include "planning/memory_plan.h"
#include "sampling/data_set.h"
#include "training/around_iteration.h"
#include "training/iteration_record.h"
#include "training/learning_state.h"
#include "training/make_model.h"
#include "training/stopping_rule.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {
namespace {

using inference::Background;
using inference::LearnedSide;
using inference::PairSource;
using inference::Prior;
using inference::UpdateSummary;

/// Step 2 of Figure 1. The disk space of precisions that will be kept in a file is taken at once.
LearnedSide initial_side(Side side, double prior_precision, std::size_t words,
                         const TrainingOptions& options, const MemoryPlan& plan) {
  LearnedSide initial(side, words, options.inference.dimension, Prior::isotropic(prior_precision));
  initialise(initial.densities, side, options.seed);
  const files::ScratchPlace place = planning::place_of_precision(plan, side);
  if (place) initial.natural.reserve_precision(place);
  return initial;
}

/// Steps 3 to 5 of Figure 1.
class FigureOne {
 public:
  FigureOne(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
            const TrainingOptions& options, Run& run)
      : how_(options.inference), seed_(options.seed), run_(run), data_(text, vocabulary, options) {
    if (options.sampling.negative_mode == NegativeMode::expected) {
      expected_.emplace(vocabulary, options.sampling, how_);
    }
  }

  /// Step 5.
  void iterate(LearningState& state) {
    auto& [u, v, records, features, gauge] = state;
    const auto iteration = static_cast<std::uint32_t>(records.size() + 1);
    const std::stop_token stop = stop_within_iteration(run_);

    begin_stage(run_, Stage::sampling, iteration);
    data_.draw(iteration, stop);  // steps 5.1 to 5.4
    if (expected_) {
      const auto positives_of = [this](auto word) { return data_.positives_of(word); };
      expected_->weigh_positives(positives_of, pairs_of(Side::target), stop);
    }
    const double step = inference::step_size(iteration, how_.burn_in, how_.decay);  // step 5.5
    const UpdateSummary target = update(u, v, iteration, step, stop);               // step 5.6
    const UpdateSummary context = update(v, u, iteration, step, stop);              // step 5.7

    records.push_back(make_record(iteration, step, data_, target, context));
    run_.report.row_entries += target.row_entries + context.row_entries;
  }

 private:
  /// This side from that one.
  UpdateSummary update(LearnedSide& updated, const LearnedSide& other, std::uint32_t iteration,
                       double step, const std::stop_token& stop) {
    begin_stage(run_, updated.side == Side::target ? Stage::targets : Stage::contexts, iteration);
    if (inference::keeps_precision(iteration, how_)) updated.natural.allocate_precision();
    std::unique_ptr<const Background> negatives;
    if (expected_) negatives = expected_->beside(updated, other, stop);
    return half_update({.xi = inference::xi_form(how_.xi),
                        .step = step,
                        .background = negatives.get(),
                        .at = {seed_, iteration, updated.side}},
                       pairs_of(updated.side), other.densities, updated, stop);
  }

  [[nodiscard]] PairSource pairs_of(Side side) const {
    if (side == Side::target) {
      return [this](auto word, auto& scratch, auto& pairs) { data_.row(word, scratch, pairs); };
    }
    return [this](auto word, auto& scratch, auto& pairs) { data_.column(word, scratch, pairs); };
  }

  const InferenceOptions& how_;
  std::uint64_t seed_;
  Run& run_;
  sampling::DataSet data_;
  std::optional<inference::ExpectedNegatives> expected_;
};

/// Figure 1 from step 2 on.
LearningState learn_densities(const corpus::Vocabulary& vocabulary, const WordKnowledge& knowledge,
                              const corpus::EncodedCorpus& text, const TrainingOptions& options,
                              Run& run) {
  const InferenceOptions& how = options.inference;
  const std::size_t words = vocabulary.size();
  const MemoryPlan& plan = run.report.memory;
  LearningState state{
      initial_side(Side::target, options.prior_precision(), words, options, plan),
      initial_side(Side::context, options.context_prior_precision(), words, options, plan)};
  if (knowledge.any()) {
    state.features.emplace(knowledge.matrix, how.dimension, options.prior_precision());
  }
  FigureOne figure(vocabulary, text, options, run);
  resume_learning(state, how, run);
  while (!is_finished(state.iterations, how)) {  // the last line
    before_iteration(state, how);
    figure.iterate(state);
    after_iteration(state, how, run);
  }
  return state;
}

}  // namespace

ModelData learn(const corpus::Vocabulary& vocabulary, const WordKnowledge& knowledge,
                const corpus::EncodedCorpus& text, const TrainingOptions& options, Run& run) {
  try {
    begin_stage(run, Stage::sampling, 1);
    return model_of_densities(vocabulary, knowledge,
                              learn_densities(vocabulary, knowledge, text, options, run));
  } catch (const inference::SolveFailure& failure) {
    throw NumericalError(wording::compose(
        "the precision of '{}' could not be inverted: its numbers left the range of single "
        "precision; try a larger {} and {}, or fewer {}",
        vocabulary.word(failure.word), wording::option("prior-precision"),
        wording::option("context-prior-precision"), wording::option("negatives")));
  }
}

}  // namespace bsg::training
