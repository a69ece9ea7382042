#include "posterior/trained_options.h"

#include <algorithm>
#include <map>
#include <string>

#include "bsg/error.h"
#include "options/method_settings.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

/// A word that a text has only a few times is more often a misspelling than a word to learn.
constexpr std::uint64_t kLeastCountOfNewWords = 5;
/// The prior is near the end already, so that fewer iterations reach it.
constexpr std::uint32_t kShorter = 4;

/// What a model's training becomes as an update of it.
void shorten(TrainingOptions& options) {
  InferenceOptions& how = options.inference;
  how.iterations = (how.iterations + kShorter - 1) / kShorter;
  how.burn_in = (how.burn_in + kShorter - 1) / kShorter;
  options.vocabulary.min_count = std::max(options.vocabulary.min_count, kLeastCountOfNewWords);
}

/// Models record options of updates if they come from one; the rest is then that update's, too.
bool is_updated(const Model& model) {
  return std::ranges::any_of(update_option_table(), [&](const OptionDescription& option) {
    return option.in_update == InUpdate::only && model.options().contains(std::string(option.name));
  });
}

}  // namespace

namespace posterior {

TrainingOptions trained_options(const Model& model) {
  const std::map<std::string, std::string>& recorded = model.options();
  if (recorded.empty()) {
    throw ModelError(
        "the model does not tell how it was trained: it comes from another program; use one that "
        "bsg trained");
  }
  TrainingOptions options;
  for (const OptionDescription& option : option_table()) {
    const auto found = recorded.find(std::string(option.name));
    if (found != recorded.end()) set_option(options, option.name, found->second);
  }
  // Of models from before these options.
  if (!recorded.contains("subwords")) options.subwords = SubwordOptions{};
  if (!recorded.contains("basket-weight")) options.sampling.basket_weight = BasketWeight::pairs;
  options.inference.dimension = static_cast<std::uint32_t>(model.dimension());
  return options::method_settings(options);
}

}  // namespace posterior

TrainingOptions update_options(const Model& model) {
  if (!model.has_variances() || !model.has_contexts()) {
    throw ModelError(
        "the model has points instead of densities: there is no posterior to go on from");
  }
  TrainingOptions options = posterior::trained_options(model);
  if (options.method == Method::gibbs) {
    throw ModelError(wording::compose(
        "the model has the moments of draws ({}): there is no posterior of its words to go on "
        "from; update one that was trained with {}",
        wording::setting("method", "gibbs"), wording::setting("method", "bsg")));
  }
  options.inference.learn_prior = false;
  if (!is_updated(model)) shorten(options);
  return options;
}

}  // namespace bsg
