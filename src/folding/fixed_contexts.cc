#include "folding/fixed_contexts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "bsg/error.h"
#include "model/taught_contexts.h"
#include "posterior/trained_options.h"
#include "sampling/negative_sampler.h"
#include "sampling/sampled_text.h"

namespace bsg::folding {
namespace {

/// Throws ModelError.
const Model& checked(const Model& model) {
  if (model.has_variances() && model.has_contexts()) return model;
  throw ModelError(
      "the model has points instead of densities; infer and compare need a model that bsg trained "
      "with its default method");
}

inference::Densities densities_of(const Model& model, Side side) {
  inference::Densities densities(model.size(), model.dimension());
  for (WordId id = 0; id < model.size(); ++id) {
    std::ranges::copy(model.mean(side, id), densities.mean(id));
    std::ranges::copy(model.variance(side, id), densities.variance(id));
  }
  return densities;
}

std::vector<double> weights_as_negatives(const Model& model) {
  std::vector<double> weights;
  for (WordId id = 0; id < model.size(); ++id) {
    weights.push_back(sampling::negative_weight(model.count(id)));
  }
  return weights;
}

std::vector<float> kept_as_context(const Model& model, double rho) {
  std::uint64_t total = 0;
  for (WordId id = 0; id < model.size(); ++id) total += model.count(id);
  std::vector<float> keep;
  for (WordId id = 0; id < model.size(); ++id) {
    const auto threshold =
        static_cast<double>(sampling::keep_threshold(rho, model.count(id), total));
    keep.push_back(model::has_taught_context(model, id) ? static_cast<float>(threshold * 0x1p-32)
                                                        : 0);
  }
  return keep;
}

}  // namespace

FixedContexts::FixedContexts(Model model)
    : model_(std::move(model)),
      options_(posterior::trained_options(checked(model_))),
      densities_(densities_of(model_, Side::context)),
      groups_(weights_as_negatives(model_), options_.inference),
      keep_(kept_as_context(model_, options_.subsample())),
      prior_(model_, Side::target, std::nullopt, 0) {
  groups_.make(densities_, densities_of(model_, Side::target), {});
}

sampling::PairRule FixedContexts::pair_rule(std::size_t others) const {
  sampling::PairRule rule{.keep = keep_,
                          .fills_windows = std::vector<bool>(model_.size(), false),
                          .window = options_.sampling.window,
                          .sets = options_.corpus.sets};
  rule.keep.resize(keep_.size() + others, 0);
  rule.fills_windows.resize(rule.keep.size(), true);
  return rule;
}

posterior::OrdinaryPrior FixedContexts::prior(std::size_t targets) const {
  posterior::OrdinaryPrior prior = prior_;
  prior.resize(targets);
  return prior;
}

}  // namespace bsg::folding
