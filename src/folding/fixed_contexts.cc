#include "folding/fixed_contexts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "bsg/error.h"
#include "folding/taught_words.h"
#include "model/axes.h"
#include "posterior/trained_options.h"

namespace bsg::folding {
namespace {

/// Throws ModelError.
const Model& checked(const Model& model) {
  if (model.has_variances() && model.has_contexts()) return model;
  throw ModelError(
      "the model has points instead of densities: nothing can be inferred from it; use a model "
      "that bsg trained with its default method");
}

inference::Densities densities_of(const Model& model, Side side) {
  inference::Densities densities(model.size(), model.dimension());
  for (WordId id = 0; id < model.size(); ++id) {
    std::ranges::copy(model.mean(side, id), densities.mean(id));
    std::ranges::copy(model.variance(side, id), densities.variance(id));
  }
  return densities;
}

TrainingOptions with_groups(TrainingOptions options, std::uint32_t most_groups) {
  options.inference.negative_groups = std::min(options.inference.negative_groups, most_groups);
  return options;
}

/// Of the targets taught, each with the same weight.
inference::WeightedMoments target_moments(const Model& model, const std::vector<WordId>& taught) {
  inference::WeightedMoments moments(model.dimension());
  const std::vector<float> alike(taught.size(), 1 / static_cast<float>(taught.size()));
  inference::sum_moments(densities_of(model, Side::target), taught, alike, alike, moments);
  return moments;
}

/// τ = l m / Σ (σ² + μ²), as learned priors have it, over the targets taught. Each of the model's
/// axes is compared with what the prior has of it.
double precision_of_targets(const Model& model, const std::vector<WordId>& taught) {
  const std::size_t m = model.dimension();
  const std::vector<double> stretches = model::squared_stretches(model.axes(Side::target), m);
  double sum = 0;
  for (const WordId id : taught) {
    const std::span mean = model.mean(Side::target, id),
                    variance = model.variance(Side::target, id);
    for (std::size_t k = 0; k < m; ++k) {
      sum += (double{mean[k]} * double{mean[k]} + double{variance[k]}) / stretches[k];
    }
  }
  return static_cast<double>(taught.size() * m) / sum;
}

posterior::OrdinaryPrior make_prior_of_new(const Model& model, const std::vector<WordId>& taught) {
  posterior::OrdinaryPrior prior(model, Side::target, std::nullopt, 0);
  const FeatureCounts features = model.feature_counts();
  if (features.ngrams + features.tags == 0) {
    prior.set_unknown_precision(precision_of_targets(model, taught));
  }
  return prior;
}

posterior::OrdinaryPrior resized(posterior::OrdinaryPrior prior, std::size_t targets) {
  prior.resize(targets);
  return prior;
}

}  // namespace

FixedContexts::FixedContexts(const Model& model, std::uint32_t most_groups)
    : FixedContexts(model, taught_words(checked(model)), most_groups) {}

FixedContexts::FixedContexts(const Model& model, const std::vector<WordId>& taught,
                             std::uint32_t most_groups)
    : model_(model),
      options_(with_groups(posterior::trained_options(model), most_groups)),
      densities_(densities_of(model, Side::context)),
      groups_(weights_as_negatives(model, taught, options_.sampling.negative_exponent),
              options_.inference),
      keep_(kept_as_context(model, taught, options_.subsample())),
      prior_(model, Side::target, std::nullopt, 0),
      prior_of_new_(make_prior_of_new(model, taught)) {
  groups_.make(densities_, target_moments(model, taught), {});
}

sampling::PairRule FixedContexts::pair_rule(std::size_t others) const {
  sampling::PairRule rule{.keep = keep_,
                          .window = options_.sampling.window,
                          .sets = options_.corpus.is_sets(),
                          .basket_weight = options_.sampling.basket_weight,
                          .mean_partners = mean_partners(model_),
                          .pair_weight = static_cast<float>(options_.pair_weight())};
  if (options_.corpus.users) {  // as targets of items are made in its training
    rule.mean_partners = 0;
    rule.pair_weight = 1;
  }
  rule.keep.resize(keep_.size() + others, 0);
  return rule;
}

posterior::OrdinaryPrior FixedContexts::prior(std::size_t targets) const {
  return resized(prior_, targets);
}

posterior::OrdinaryPrior FixedContexts::prior_of_new(std::size_t targets) const {
  return resized(prior_of_new_, targets);
}

}  // namespace bsg::folding
