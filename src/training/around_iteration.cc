#include "training/around_iteration.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "inference/gauge.h"
#include "inference/learned_prior.h"
#include "inference/step_size.h"
#include "training/stopping_rule.h"
#include "training/text_without_pairs.h"

namespace bsg::training {
namespace {

void record_priors(LearningState& state) {
  state.iterations.back().target_prior_precision = state.u.prior.precision();
  state.iterations.back().context_prior_precision = state.v.prior.precision();
}

void learn_precision(inference::LearnedSide& side) {
  side.prior = inference::Prior::isotropic(inference::learned_prior_precision(side.densities));
}

/// Of the next iteration.
inference::Prior prior_from_features(LearningState& state, const InferenceOptions& how) {
  state.features->learn(state.u.densities);
  if (state.update_features) hold_mean(*state.update_features, *state.features);
  const auto iteration = static_cast<std::uint32_t>(state.iterations.size() + 1);
  return state.features->blended(inference::step_size(iteration, how.burn_in, how.decay));
}

void choose_axes(LearningState& state, const InferenceOptions& how, const std::stop_token& stop) {
  state.gauge = inference::make_gauge(state.u.densities, state.v.densities, how.gauge);
  change_axes(state.gauge->targets, state.u, state.u.owned, stop);
  change_axes(state.gauge->contexts, state.v, state.v.owned, stop);
}

/// Words that the update did not touch are as the model has them, to the byte.
void keep_rows(inference::LearnedSide& side, const UpdateStart& start,
               std::span<const std::uint32_t> words) {
  for (const std::uint32_t word : words) {
    const WordId id = (*start.words.in_model)[word];
    std::ranges::copy(start.model.mean(side.side, id), side.densities.mean(word));
    std::ranges::copy(start.model.variance(side.side, id), side.densities.variance(word));
  }
}

/// The densities of an update, in the axes that its model will have.
void finish_update(LearningState& state, const InferenceOptions& how, Run& run,
                   const std::stop_token& stop) {
  const UpdateStart& start = *state.update;
  for (inference::LearnedSide* side : {&state.u, &state.v}) {
    if (start.new_axes || state.keeps_posterior) {
      take_prior(*side, start.untouched(side->side), stop);
    }
  }
  if (start.new_axes) return choose_axes(state, how, stop);
  if (how.gauge > 0 && start.words.is_much_text) {
    const inference::Gauge best =
        inference::make_gauge(state.u.densities, state.v.densities, how.gauge);
    run.report.axes_stretch = inference::uneven_stretch(best, start.axes, how.dimension);
  }
  state.gauge = start.axes;
  for (inference::LearnedSide* side : {&state.u, &state.v}) {
    if (start.axes) {
      change_axes(axes_of(start.axes, side->side), *side, start.updated(side->side), stop);
    }
    keep_rows(*side, start, start.untouched(side->side));
  }
}

void finish_densities(LearningState& state, const InferenceOptions& how, Run& run) {
  if (state.features) state.features->finish(state.u.densities);
  if (state.update || how.gauge != 0) {
    begin_stage(run, Stage::gauge, state.iterations.back().iteration);
    const std::stop_token stop = stop_within_iteration(run);
    if (state.update) {
      finish_update(state, how, run, stop);
    } else {
      choose_axes(state, how, stop);
    }
  }
  if (state.calibration) state.calibration->finish(state.u.densities, state.gauge);
}

}  // namespace

void before_iteration(LearningState& state, const InferenceOptions& how) {
  if (state.update) {
    if (state.features) {
      state.u.prior = relearned_prior(*state.update_features, prior_from_features(state, how));
    }
    return;
  }
  if (state.iterations.empty()) return;
  if (how.learn_prior) learn_precision(state.v);
  if (state.features) {
    state.u.prior = prior_from_features(state, how);
  } else if (how.learn_prior) {
    learn_precision(state.u);
  }
}

void after_iteration(LearningState& state, const InferenceOptions& how, Run& run) {
  const IterationRecord& last = state.iterations.back();
  if (how.learn_prior || state.features || state.update) record_priors(state);
  if (last.iteration == 1) refuse_text_without_pairs(last);
  if (state.calibration) {
    state.calibration->note_halfway(last.iteration, state.u.densities, state.v.densities);
  }
  if (is_finished(state.iterations, how)) finish_densities(state, how, run);
  finish_iteration(run, last);
  run.report.converged = has_converged(last, how.tolerance);
  keep_learning(state, how, run);
}

}  // namespace bsg::training
