#include "training/around_iteration.h"

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

void choose_axes(LearningState& state, const InferenceOptions& how, Run& run) {
  begin_stage(run, Stage::gauge, state.iterations.back().iteration);
  const std::stop_token stop = stop_within_iteration(run);
  state.gauge = inference::make_gauge(state.u.densities, state.v.densities, how.gauge);
  change_axes(state.gauge->targets, state.u, stop);
  change_axes(state.gauge->contexts, state.v, stop);
}

}  // namespace

void before_iteration(LearningState& state, const InferenceOptions& how) {
  if (state.iterations.empty()) return;
  if (how.learn_prior) learn_precision(state.v);
  if (state.features) {
    state.features->learn(state.u.densities);
    const auto iteration = static_cast<std::uint32_t>(state.iterations.size() + 1);
    state.u.prior =
        state.features->blended(inference::step_size(iteration, how.burn_in, how.decay));
  } else if (how.learn_prior) {
    learn_precision(state.u);
  }
}

void after_iteration(LearningState& state, const InferenceOptions& how, Run& run) {
  const IterationRecord& last = state.iterations.back();
  if (how.learn_prior || state.features) record_priors(state);
  if (last.iteration == 1) refuse_text_without_pairs(last);
  if (state.features && is_finished(state.iterations, how)) {
    state.features->finish(state.u.densities);
  }
  if (how.gauge != 0 && is_finished(state.iterations, how)) choose_axes(state, how, run);
  finish_iteration(run, last);
  run.report.converged = has_converged(last, how.tolerance);
  keep_learning(state, how, run);
}

}  // namespace bsg::training
