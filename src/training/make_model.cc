#include "training/make_model.h"

#include <utility>

namespace bsg::training {

ModelData model_of_words(const corpus::Vocabulary& vocabulary) {
  ModelData data;
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    data.words.emplace_back(vocabulary.word(word));
    data.counts.push_back(vocabulary.count(word));
  }
  return data;
}

ModelData model_of_densities(const corpus::Vocabulary& vocabulary, LearningState state) {
  const std::size_t m = state.u.densities.dimension();
  state.u.natural = inference::NaturalParameters({}, m);
  state.v.natural = inference::NaturalParameters({}, m);
  ModelData data = model_of_words(vocabulary);
  data.dimension = m;
  data.iterations = std::move(state.iterations);
  data.target_mean = state.u.densities.means();
  data.target_variance = state.u.densities.variances();
  state.u.densities = inference::Densities(0, m);
  data.context_mean = state.v.densities.means();
  data.context_variance = state.v.densities.variances();
  if (state.gauge) {
    data.target_axes = std::move(state.gauge->targets);
    data.context_axes = std::move(state.gauge->contexts);
  }
  return data;
}

}  // namespace bsg::training
