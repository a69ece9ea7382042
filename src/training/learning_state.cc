#include "training/learning_state.h"

#include <array>
#include <functional>
#include <string>

#include "checkpoint/checkpoint_file.h"
#include "inference/kept_precisions.h"
#include "kernels/row_layout.h"
#include "training/stopping_rule.h"

namespace bsg::training {
namespace {

using checkpoint::StateArray;
using inference::LearnedSide;
using inference::next_blends;

/// An array of a side with a row for each word.
StateArray by_word(const LearnedSide& side, const char* name, std::size_t columns,
                   std::function<float*(std::uint32_t)> row) {
  return {std::string(side.side == Side::target ? "target." : "context.") + name,
          side.densities.size(), columns, std::move(row)};
}

void add_densities(std::vector<StateArray>& arrays, LearnedSide& side) {
  const std::size_t m = side.densities.dimension();
  arrays.push_back(by_word(side, "mean", m, [&](auto word) { return side.densities.mean(word); }));
  arrays.push_back(
      by_word(side, "variance", m, [&](auto word) { return side.densities.variance(word); }));
}

void add_r(std::vector<StateArray>& arrays, LearnedSide& side) {
  arrays.push_back(by_word(side, "r", side.densities.dimension(),
                           [&](auto word) { return side.natural.r(word); }));
}

void add_precision(std::vector<StateArray>& arrays, LearnedSide& side) {
  arrays.push_back(by_word(side, "precision", kernels::packed_size(side.densities.dimension()),
                           [&](auto word) { return side.natural.precision(word); }));
}

void add_axes(std::vector<StateArray>& arrays, const char* name, std::vector<float>& axes,
              std::size_t m) {
  arrays.push_back({name, m, m, [&axes, m](std::uint32_t row) { return axes.data() + row * m; }});
}

/// Iterations to come start from them, and the model has the weights.
void add_features(std::vector<StateArray>& arrays, inference::FeaturePrior& prior,
                  std::size_t words, std::size_t m) {
  arrays.push_back({"features.weights", prior.features(), m,
                    [&prior](std::uint32_t feature) { return prior.weight_row(feature); }});
  arrays.push_back({"target.prior_precision", words, 1,
                    [&prior](std::uint32_t word) { return prior.word_precision(word); }});
}

/// The posterior has them, and w has moved on from them.
void add_prior_means(std::vector<StateArray>& arrays, inference::FeaturePrior& prior,
                     std::size_t words, std::size_t m) {
  arrays.push_back({"target.prior_mean", words, m,
                    [&prior](std::uint32_t word) { return prior.word_mean(word); }});
}

void add_calibration(std::vector<StateArray>& arrays, Calibration& calibration, bool finished,
                     std::size_t m) {
  std::vector<float>& numbers = finished ? calibration.point_numbers() : calibration.halfway();
  const std::size_t columns = finished ? Calibration::kPointNumbers : m;
  arrays.push_back(
      {finished ? "calibration.points" : "calibration.halfway", numbers.size() / columns, columns,
       [&numbers, columns](std::uint32_t row) { return numbers.data() + row * columns; }});
}

/// Whether what comes after so many iterations needs P: the next one, or whoever keeps it.
bool has_precisions(const LearningState& state, const InferenceOptions& how) {
  if (is_finished(state.iterations, how)) return state.keeps_posterior;
  return next_blends(static_cast<std::uint32_t>(state.iterations.size()), how);
}

/// What the iterations to come need of the state, or the model if none is to come.
std::vector<StateArray> arrays_of(LearningState& state, const InferenceOptions& how) {
  const std::array<LearnedSide*, 2> sides{&state.u, &state.v};
  std::vector<StateArray> arrays;
  for (LearnedSide* side : sides) add_densities(arrays, *side);
  if (state.features) {
    add_features(arrays, *state.features, state.u.densities.size(), how.dimension);
  }
  const bool finished = is_finished(state.iterations, how);
  if (finished && state.features && state.keeps_posterior) {
    add_prior_means(arrays, *state.features, state.u.densities.size(), how.dimension);
  }
  if (finished && state.gauge) {
    add_axes(arrays, "target.axes", state.gauge->targets, how.dimension);
    add_axes(arrays, "context.axes", state.gauge->contexts, how.dimension);
  }
  if (state.calibration && state.calibration->is_halfway(state.iterations.size())) {
    add_calibration(arrays, *state.calibration, finished, how.dimension);
  }
  if (!finished || state.keeps_posterior) {
    for (LearnedSide* side : sides) add_r(arrays, *side);
  }
  if (has_precisions(state, how)) {
    for (LearnedSide* side : sides) add_precision(arrays, *side);
  }
  return arrays;
}

/// Room for what the checkpoint has of the state.
void make_room(LearningState& state, const InferenceOptions& how) {
  if (is_finished(state.iterations, how) && ends_in_other_axes(state, how)) {
    const std::vector<float> axes(std::size_t{how.dimension} * how.dimension);
    state.gauge = {axes, axes};
  }
  if (!has_precisions(state, how)) return;
  state.u.natural.allocate_precision();
  state.v.natural.allocate_precision();
}

}  // namespace

bool ends_in_other_axes(const LearningState& state, const InferenceOptions& how) {
  if (!state.update) return how.gauge != 0;
  return state.update->new_axes || state.update->axes.has_value();
}

void resume_learning(LearningState& state, const InferenceOptions& how, Run& run) {
  if (!run.checkpoints || run.checkpoints->done().empty()) return;
  state.iterations = run.checkpoints->done();
  make_room(state, how);
  if (is_finished(state.iterations, how)) run.checkpoints->check_posterior();
  run.checkpoints->restore(arrays_of(state, how));
  const IterationRecord& last = state.iterations.back();
  if (state.features) {
    state.features->restored(last.target_prior_precision.value_or(0),
                             is_finished(state.iterations, how));
    if (state.update_features && !is_finished(state.iterations, how)) {
      hold_mean(*state.update_features, *state.features);
    }
  }
  if (last.context_prior_precision && !state.update) {
    state.v.prior = inference::Prior::isotropic(*last.context_prior_precision);
  }
  run.report.converged = has_converged(state.iterations.back(), how.tolerance);
  run.report.resumed_after = static_cast<std::uint32_t>(state.iterations.size());
}

void keep_learning(LearningState& state, const InferenceOptions& how, Run& run) {
  keep_checkpoint(run, state.iterations, is_finished(state.iterations, how), arrays_of(state, how));
}

}  // namespace bsg::training
