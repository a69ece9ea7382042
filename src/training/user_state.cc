#include "training/user_state.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "checkpoint/checkpoint_file.h"
#include "features/prediction.h"
#include "sampling/user_items.h"
#include "training/make_model.h"
#include "training/stopping_rule.h"

namespace bsg::training {
namespace {

using checkpoint::StateArray;
using inference::FeaturePrior;
using inference::LearnedSide;

void add_side(std::vector<StateArray>& arrays, LearnedSide& side) {
  const std::string name = side.side == Side::target ? "target." : "context.";
  const std::size_t rows = side.densities.size(), m = side.densities.dimension();
  arrays.push_back({name + "mean", rows, m, [&](auto row) { return side.densities.mean(row); }});
  arrays.push_back(
      {name + "variance", rows, m, [&](auto row) { return side.densities.variance(row); }});
  arrays.push_back({name + "r", rows, m, [&](auto row) { return side.natural.r(row); }});
}

std::vector<StateArray> arrays_of(UserState& state) {
  std::vector<StateArray> arrays;
  add_side(arrays, state.users);
  add_side(arrays, state.items);
  if (state.features) {
    FeaturePrior& prior = *state.features;
    const std::size_t m = state.items.densities.dimension();
    arrays.push_back({"features.weights", prior.features(), m,
                      [&](std::uint32_t feature) { return prior.weight_row(feature); }});
    arrays.push_back({"context.prior_precision", state.items.densities.size(), 1,
                      [&](std::uint32_t item) { return prior.word_precision(item); }});
  }
  return arrays;
}

/// Who the users were, if they have names, and what they had.
UserData users_of(const PreparedText& prepared) {
  UserData data;
  if (prepared.user_items.users.empty()) return data;
  const sampling::UserItems pairs(prepared.text, prepared.vocabulary.size(),
                                  prepared.user_items.weights, 1);
  data.names = prepared.user_items.users;
  data.starts.push_back(0);
  for (std::uint32_t user = 0; user < pairs.users(); ++user) {
    const auto items = pairs.items_of(user);
    const auto weights = pairs.weights_of(user);
    data.items.insert(data.items.end(), items.begin(), items.end());
    data.weights.insert(data.weights.end(), weights.begin(), weights.end());
    data.starts.push_back(data.items.size());
  }
  return data;
}

void add_cold_items(ModelData& data, const WordKnowledge& knowledge, const FeaturePrior& prior,
                    double target_variance) {
  const std::vector<float> variances = prior.weight_variances();
  const features::FeatureWeights learned{.dimension = data.dimension,
                                         .weights = prior.weights(),
                                         .variances = variances,
                                         .variance = prior.word_variance(),
                                         .unknown_variance = prior.unknown_weight_variance()};
  const auto add = [m = data.dimension](std::vector<float>& to, double value) {
    to.insert(to.end(), m, static_cast<float>(value));
  };
  for (const std::uint32_t line : knowledge.cold) {
    const auto& [item, tags] = knowledge.tagged.lines()[line];
    const features::Prediction prediction = features::predict(
        knowledge.matrix.names(), learned, features::features_of(item, knowledge.sizes, tags));
    data.words.push_back(item);
    data.counts.push_back(0);
    add(data.target_mean, 0);
    add(data.target_variance, target_variance);
    data.context_mean.insert(data.context_mean.end(), prediction.mean.begin(),
                             prediction.mean.end());
    add(data.context_variance, prediction.variance);
  }
}

}  // namespace

void resume_users(UserState& state, const TrainingOptions& options, Run& run) {
  if (!run.checkpoints || run.checkpoints->done().empty()) return;
  state.iterations = run.checkpoints->done();
  run.checkpoints->restore(arrays_of(state));
  const IterationRecord& last = state.iterations.back();
  if (state.features) {
    state.features->restored(last.context_prior_precision.value_or(0),
                             is_finished(state.iterations, options));
  }
  run.report.converged = has_converged(last, options.inference.tolerance);
  run.report.resumed_after = static_cast<std::uint32_t>(state.iterations.size());
}

void keep_users(UserState& state, const TrainingOptions& options, Run& run) {
  keep_checkpoint(run, state.iterations, is_finished(state.iterations, options), arrays_of(state));
}

ModelData model_of_users(const PreparedText& prepared, const TrainingOptions& options,
                         UserState state, const LearnedSide& targets) {
  ModelData data = model_of_words(prepared.vocabulary);
  data.dimension = targets.densities.dimension();
  data.iterations = std::move(state.iterations);
  data.target_mean = targets.densities.means();
  data.target_variance = targets.densities.variances();
  data.context_mean = state.items.densities.means();
  data.context_variance = state.items.densities.variances();
  data.users = users_of(prepared);
  if (state.features) {
    add_cold_items(data, prepared.knowledge, *state.features, 1 / options.prior_precision());
  }
  return data;
}

}  // namespace bsg::training
