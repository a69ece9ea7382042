#include "options/recipe.h"

#include "bsg/recipe.h"

namespace bsg {
namespace {

double value_for(const recipes::ByInput& number, const TrainingOptions& options) {
  if (options.corpus.users) return number.users;
  return options.corpus.sets ? number.sets : number.texts;
}

double value_for(const recipes::Value<recipes::ByInput>& value, const TrainingOptions& options) {
  return value_for(value.in(options.recipe), options);
}

}  // namespace

SubwordOptions TrainingOptions::subwords_in_use() const {
  if (method != Method::bsg) return {};
  const recipes::Lengths of_recipe =
      corpus.is_sets() ? recipes::Lengths{0, 0} : recipes::kSubwords.in(recipe);
  return subwords.value_or(SubwordOptions{of_recipe.shortest, of_recipe.longest});
}

double TrainingOptions::subsample() const {
  return sampling.subsample.value_or(value_for(recipes::kSubsample, *this));
}

double TrainingOptions::pair_weight() const {
  return sampling.pair_weight.value_or(value_for(recipes::kPairWeight, *this));
}

double TrainingOptions::prior_precision() const {
  return inference.prior_precision.value_or(value_for(recipes::kPriorPrecision, *this));
}

double TrainingOptions::context_prior_precision() const {
  const std::optional<recipes::ByInput>& of_recipe = recipes::kContextPriorPrecision.in(recipe);
  return inference.context_prior_precision.value_or(of_recipe ? value_for(*of_recipe, *this)
                                                              : prior_precision());
}

std::uint32_t TrainingOptions::all_iterations() const {
  const std::uint32_t sweeps = method == Method::gibbs ? gibbs.warm_up + gibbs.sweeps : 0;
  return inference.iterations + sweeps;
}

namespace options {

void apply_recipe(TrainingOptions& options) {
  const Recipe recipe = options.recipe;
  options.vocabulary = {.size = recipes::kVocabularySize.in(recipe),
                        .min_count = recipes::kMinCount.in(recipe)};
  options.subwords.reset();
  options.sampling = {.subsample = {},
                      .window = recipes::kWindow.in(recipe),
                      .negatives = recipes::kNegatives.in(recipe),
                      .negative_mode = recipes::kNegativeMode.in(recipe),
                      .exclude_positives = recipes::kExcludePositives.in(recipe),
                      .negative_exponent = recipes::kNegativeExponent.in(recipe),
                      .basket_weight = recipes::kBasketWeight.in(recipe),
                      .pair_weight = {}};
  options.inference = {.dimension = recipes::kDimension.in(recipe),
                       .iterations = recipes::kIterations.in(recipe),
                       .burn_in = recipes::kBurnIn.in(recipe),
                       .decay = recipes::kDecay.in(recipe),
                       .tolerance = recipes::kTolerance.in(recipe),
                       .xi = recipes::kXi.in(recipe),
                       .negative_groups = recipes::kNegativeGroups.in(recipe),
                       .prior_precision = {},
                       .context_prior_precision = {},
                       .learn_prior = recipes::kLearnPrior.in(recipe),
                       .gauge = recipes::kGauge.in(recipe),
                       .calibrate = recipes::kCalibrate.in(recipe)};
}

}  // namespace options
}  // namespace bsg
