#include "training/learn.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "inference/bound.h"
#include "inference/expected_negatives.h"
#include "inference/half_update.h"
#include "inference/kept_precisions.h"
#include "inference/step_size.h"
#include "inference/text_scatter.h"
#include "inference/xi_form.h"
#include "planning/memory_plan.h"
#include "sampling/data_set.h"
#include "training/around_iteration.h"
#include "training/density_steps.h"
#include "training/iteration_record.h"
#include "training/learning_state.h"
#include "training/make_model.h"
#include "training/stopping_rule.h"

namespace bsg::training {
namespace {

using inference::Background;
using inference::LearnedSide;
using inference::PairSource;
using inference::UpdateSummary;
using inference::WordSelection;

/// Step 2 of Figure 1, or what the model knows that is updated.
LearningState initial_state(const PreparedText& prepared, const TrainingInput& input,
                            const TrainingOptions& options, const Run& run) {
  const std::size_t words = prepared.vocabulary.size();
  if (!prepared.update) {
    LearningState state{initial_side(Side::target, words, options),
                        initial_side(Side::context, words, options)};
    if (prepared.knowledge.any()) {
      state.features.emplace(prepared.knowledge.matrix, options.inference.dimension,
                             options.prior_precision());
    }
    if (calibrates(options, prepared.text.ids.size())) {
      state.calibration.emplace(prepared.vocabulary, options.inference);
    }
    return state;
  }
  const auto start = std::make_shared<const UpdateStart>(input.base->model, prepared.old_posterior,
                                                         *prepared.update, options);
  const std::stop_token stop = run.announcer.stop();
  LearningState state{side_before_text(*start, Side::target, prepared.vocabulary, stop),
                      side_before_text(*start, Side::context, prepared.vocabulary, stop)};
  state.update = start;
  state.update_features = update_features(*start, prepared.vocabulary, state.u);
  if (prepared.knowledge.any() && state.update_features) {
    state.features.emplace(prepared.knowledge.matrix, options.inference.dimension,
                           state.u.prior.precision());
    start_features(*state.features, prepared.knowledge, *start, *state.update_features);
  }
  return state;
}

/// Takes the disk space of precisions that will be kept in a file at once.
void reserve_precisions(LearningState& state, const MemoryPlan& plan) {
  for (LearnedSide* side : {&state.u, &state.v}) {
    const files::ScratchPlace place = planning::place_of_precision(plan, side->side);
    if (place) side->natural.reserve_precision(place);
  }
}

/// Draws of the data that a scatter with the text is averaged over.
constexpr std::uint32_t kScatterDraws = 3;

/// Steps 3 to 5 of Figure 1.
class FigureOne {
 public:
  FigureOne(const PreparedText& prepared, const TrainingOptions& options, Run& run)
      : how_(options.inference),
        seed_(options.seed),
        run_(run),
        data_(prepared.text, prepared.vocabulary, options),
        bound_targets_(inference::sample_targets(
            sampling::expected_kept_by_word(prepared.vocabulary, options.subsample()))) {
    if (options.sampling.negative_mode == NegativeMode::expected) {
      expected_.emplace(prepared.vocabulary, options.sampling, how_);
      if (prepared.update) expected_->restrict_targets(prepared.update->in_text);
    }
  }

  /// Step 5.
  void iterate(LearningState& state) {
    LearnedSide &u = state.u, &v = state.v;
    const auto iteration = static_cast<std::uint32_t>(state.iterations.size() + 1);
    const std::stop_token stop = stop_within_iteration(run_);

    begin_stage(run_, Stage::sampling, iteration);
    data_.draw(iteration, stop);  // steps 5.1 to 5.4
    if (expected_) {
      const auto positives_of = [this](auto word) { return data_.positives_of(word); };
      expected_->weigh_positives(positives_of, pairs_of(data_, Side::target), stop);
    }
    const double step = inference::step_size(iteration, how_.burn_in, how_.decay);  // step 5.5
    const UpdateSummary target = update(u, v, words_of(state, u), iteration, step, stop);   // 5.6
    const UpdateSummary context = update(v, u, words_of(state, v), iteration, step, stop);  // 5.7

    state.iterations.push_back(make_record(iteration, step, data_.totals(), target, context));
    if (!state.update) state.iterations.back().bound = bound(state, stop);
    run_.report.row_entries += target.row_entries + context.row_entries;
  }

  /// After the last iteration: how far some targets would be from where they are, with other texts.
  [[nodiscard]] std::vector<float> moves_with_text(const LearningState& state,
                                                   const std::vector<std::uint32_t>& words) {
    const auto last = static_cast<std::uint32_t>(state.iterations.size());
    const std::stop_token stop = stop_within_iteration(run_);
    begin_stage(run_, Stage::calibration, last);
    inference::TextScatter scatter(state.u, state.v.densities, inference::xi_form(how_.xi), words);
    std::unique_ptr<const Background> negatives;
    if (expected_) negatives = expected_->beside(state.u, state.v, stop);
    const PairSource signed_rows = [this](auto word, auto& scratch, auto& pairs) {
      data_.signed_row(word, scratch, pairs);
    };
    for (std::uint32_t draw = 1; draw <= kScatterDraws; ++draw) {
      data_.draw(last + draw, stop);
      scatter.add(signed_rows, pairs_of(data_, Side::target), negatives.get(), stop);
    }
    return scatter.moves();
  }

 private:
  static WordSelection words_of(const LearningState& state, const LearnedSide& side) {
    return state.update ? state.update->updated(side.side) : WordSelection(side.owned);
  }

  /// These words of this side from that one.
  UpdateSummary update(LearnedSide& updated, const LearnedSide& other, const WordSelection& words,
                       std::uint32_t iteration, double step, const std::stop_token& stop) {
    begin_stage(run_, updated.side == Side::target ? Stage::targets : Stage::contexts, iteration);
    if (inference::keeps_precision(iteration, how_, run_.precision_at_end)) {
      updated.natural.allocate_precision();
    }
    std::unique_ptr<const Background> negatives;
    if (expected_) negatives = expected_->beside(updated, other, stop);
    return half_update({.xi = inference::xi_form(how_.xi),
                        .step = step,
                        .background = negatives.get(),
                        .at = {seed_, iteration, updated.side}},
                       pairs_of(data_, updated.side), other.densities, updated, words, stop);
  }

  /// L_ξ(q) of what the iteration made of its data, for each positive pair; none without pairs.
  std::optional<double> bound(const LearningState& state, const std::stop_token& stop) {
    const inference::Densities &u = state.u.densities, &v = state.v.densities;
    if (expected_) expected_->regroup(u, v, stop);
    const PairSource rows = pairs_of(data_, Side::target);
    const inference::LikelihoodBound pairs = likelihood_bound(
        u, v, {inference::xi_form(how_.xi), rows, expected_ ? &*expected_ : nullptr},
        bound_targets_, stop);
    if (pairs.positive_pairs == 0) return std::nullopt;
    const double priors = (state.features ? prior_bound(u, *state.features)
                                          : prior_bound(u, state.u.prior.precision())) +
                          prior_bound(v, state.v.prior.precision());
    return pairs.sum / pairs.positive_pairs + priors / data_.positive_weight();
  }

  const InferenceOptions& how_;
  std::uint64_t seed_;
  Run& run_;
  sampling::DataSet data_;
  std::vector<inference::SampledTarget> bound_targets_;
  std::optional<inference::ExpectedNegatives> expected_;
};

/// Figure 1 from step 2 on.
LearningState learn_densities(const PreparedText& prepared, const TrainingInput& input,
                              const TrainingOptions& options, Run& run) {
  const InferenceOptions& how = options.inference;
  LearningState state = initial_state(prepared, input, options, run);
  state.keeps_posterior = input.keep_posterior.has_value();
  reserve_precisions(state, run.report.memory);
  FigureOne figure(prepared, options, run);
  resume_learning(state, how, run);
  while (!is_finished(state.iterations, how)) {  // the last line
    before_iteration(state, how);
    figure.iterate(state);
    if (state.calibration && state.calibration->is_halfway(state.iterations.size()) &&
        is_finished(state.iterations, how)) {
      state.calibration->note_moves(figure.moves_with_text(state, state.calibration->words()));
    }
    after_iteration(state, how, run);
  }
  return state;
}

}  // namespace

Learned learn(const PreparedText& prepared, const TrainingInput& input,
              const TrainingOptions& options, Run& run) {
  try {
    begin_stage(run, Stage::sampling, 1);
    LearningState state = learn_densities(prepared, input, options, run);
    Learned learned{.model = {}, .posterior = take_posterior(state), .draws = {}};
    learned.model = model_of_densities(prepared, std::move(state));
    return learned;
  } catch (const inference::SolveFailure& failure) {
    refuse_unsolved(prepared, failure.word);
  }
}

}  // namespace bsg::training
