#include "training/make_model.h"

#include <span>
#include <utility>

#include "features/prediction.h"
#include "model/axes.h"
#include "training/complete_update.h"

namespace bsg::training {
namespace {

FeatureData features_of_model(const WordKnowledge& knowledge, const inference::FeaturePrior& prior,
                              const ModelData& data) {
  FeatureData features;
  if (knowledge.sizes) {
    features.shortest = static_cast<std::uint32_t>(knowledge.sizes->shortest);
    features.longest = static_cast<std::uint32_t>(knowledge.sizes->longest);
  }
  features.names = knowledge.matrix.names();
  features.weights = inference::rows_in_axes(data.target_axes, prior.weights(), data.dimension);
  features.variances = prior.weight_variances();
  features.variance = prior.word_variance();
  features.unknown_variance = prior.unknown_weight_variance();
  return features;
}

void append_density(std::vector<float>& means, std::vector<float>& variances,
                    std::span<const float> mean, double variance,
                    const std::vector<double>& stretches) {
  means.insert(means.end(), mean.begin(), mean.end());
  for (const double stretch : stretches) {
    variances.push_back(static_cast<float>(variance * stretch));
  }
}

void add_cold_words(ModelData& data, const WordKnowledge& knowledge, double context_variance) {
  const std::size_t m = data.dimension;
  const features::FeatureWeights learned{.dimension = m,
                                         .weights = data.features.weights,
                                         .variances = data.features.variances,
                                         .variance = data.features.variance,
                                         .unknown_variance = data.features.unknown_variance};
  const std::vector<double> targets = model::squared_stretches(data.target_axes, m);
  const std::vector<double> contexts = model::squared_stretches(data.context_axes, m);
  const std::vector<float> nothing(m);
  for (std::vector<float>* array :
       {&data.target_mean, &data.target_variance, &data.context_mean, &data.context_variance}) {
    array->reserve(array->size() + knowledge.cold.size() * m);
  }
  for (const std::uint32_t line : knowledge.cold) {
    const auto& [word, tags] = knowledge.tagged.lines()[line];
    const features::Prediction prediction = features::predict(
        data.features.names, learned, features::features_of(word, knowledge.sizes, tags));
    data.words.push_back(word);
    data.counts.push_back(0);
    append_density(data.target_mean, data.target_variance, prediction.mean, prediction.variance,
                   targets);
    append_density(data.context_mean, data.context_variance, nothing, context_variance, contexts);
  }
}

/// LearnedPosterior::target_priors.
std::optional<inference::WordPriors> target_priors(const LearningState& state) {
  if (state.update_features) return priors_after(*state.update_features, state.features);
  if (state.features && !state.update) return state.features->word_priors();
  return std::nullopt;
}

}  // namespace

ModelData model_of_words(const corpus::Vocabulary& vocabulary) {
  ModelData data;
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    data.words.emplace_back(vocabulary.word(word));
    data.counts.push_back(vocabulary.count(word));
  }
  return data;
}

std::optional<posterior::LearnedPosterior> take_posterior(LearningState& state) {
  const std::size_t m = state.u.densities.dimension();
  std::optional<posterior::LearnedPosterior> kept;
  if (state.keeps_posterior) {
    kept = {.targets = std::move(state.u.natural),
            .contexts = std::move(state.v.natural),
            .words = state.u.densities.size(),
            .axes = state.gauge,
            .target_priors = target_priors(state)};
  }
  state.u.natural = inference::NaturalParameters({}, m);
  state.v.natural = inference::NaturalParameters({}, m);
  return kept;
}

ModelData model_of_densities(const PreparedText& prepared, LearningState state) {
  const std::size_t m = state.u.densities.dimension();
  ModelData data = model_of_words(prepared.vocabulary);
  data.dimension = m;
  data.iterations = std::move(state.iterations);
  if (state.calibration) data.calibration = state.calibration->points();
  data.target_mean = state.u.densities.means();
  data.target_variance = state.u.densities.variances();
  state.u.densities = inference::Densities(0, m);
  data.context_mean = state.v.densities.means();
  data.context_variance = state.v.densities.variances();
  if (state.update) {
    complete_update(data, *state.update, state.gauge);
    if (state.features) {
      data.features = features_of_model(prepared.knowledge, *state.features, data);
    }
    return data;
  }
  if (state.gauge) {
    data.target_axes = std::move(state.gauge->targets);
    data.context_axes = std::move(state.gauge->contexts);
  }
  if (state.features) {
    data.features = features_of_model(prepared.knowledge, *state.features, data);
    add_cold_words(data, prepared.knowledge, 1 / state.v.prior.precision());
  }
  return data;
}

}  // namespace bsg::training
