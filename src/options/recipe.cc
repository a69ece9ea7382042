#include "options/recipe.h"

namespace bsg::options {
namespace {

/// The paper to the letter: section 5.2's values, which hold for both methods, negatives drawn as
/// in step 5.4 of Figure 1, and (11) for ξ as printed.
void set_paper(TrainingOptions& options) {
  options.vocabulary = {.size = 30000, .min_count = 1};
  options.sampling = {.subsample = {},
                      .window = 4,
                      .negatives = 1,
                      .negative_mode = NegativeMode::sampled,
                      .exclude_positives = true};
  options.inference = {.dimension = 40,
                       .iterations = 40,
                       .burn_in = 10,
                       .decay = 0.7,
                       .tolerance = 0,
                       .xi = Xi::paper,
                       .negative_groups = 1,
                       .prior_precision = {},
                       .context_prior_precision = {},
                       .learn_prior = false,
                       .gauge = 0};
}

}  // namespace

void apply_recipe(TrainingOptions& options) {
  if (options.recipe == Recipe::paper) {
    set_paper(options);
    return;
  }
  const TrainingOptions standard;
  options.vocabulary = standard.vocabulary;
  options.sampling = standard.sampling;
  options.inference = standard.inference;
}

}  // namespace bsg::options
