#include "training/check_update.h"

#include <string>

#include "bsg/error.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {
namespace {

using wording::compose;
using wording::option;

void refuse_options_of_updates(const TrainingOptions& options) {
  const TrainingOptions defaults;
  for (const OptionDescription& one : update_option_table()) {
    if (one.in_update != InUpdate::only) continue;
    if (get_option(options, one.name) == get_option(defaults, one.name)) continue;
    throw OptionError(
        compose("option {} belongs to updates of a model; leave it out", option(one.name)));
  }
}

void refuse_other_options(const Model& model, const TrainingOptions& options) {
  const TrainingOptions trained = update_options(model);
  for (const OptionDescription& one : option_table()) {
    if (one.in_update != InUpdate::as_trained || !one.belongs_to(options.method)) continue;
    const std::string before = get_option(trained, one.name);
    const std::string now = get_option(options, one.name);
    if (before == now) continue;
    throw OptionError(compose(
        "option {}: the model was trained with {}, and an update cannot change it to {}; leave it "
        "out, or train a new model",
        option(one.name), before, now));
  }
}

void refuse_files_that_choose_words(const TrainingInput& input) {
  if (input.vocabulary) {
    throw OptionError(
        compose("option {}: an update keeps the model's words and adds the texts'; "
                "leave it out",
                option("vocabulary")));
  }
  if (input.features) {
    throw OptionError(
        compose("option {}: an update keeps the features that the model has learned; "
                "leave it out, or train a new model",
                option("features")));
  }
}

/// Contexts follow from all that each user had: with names or without, an update would leave it
/// behind.
void refuse_users(const Model& model) {
  const auto found = model.options().find("users");
  const bool learned = found != model.options().end() && found->second == "yes";
  if (!learned && model.user_count() == 0) return;
  throw OptionError(
      compose("the model was trained with {}, and an update cannot add to what each of them had; "
              "train a new model on old and new items together",
              option("users")));
}

/// The gauge chooses new axes, and nothing else in an update.
void refuse_idle_gauge(const Model& model, const TrainingOptions& options) {
  const double gauge = options.inference.gauge;
  if (options.update.new_axes && gauge == 0) {
    throw OptionError(compose("option {} needs a {} above 0, and it is 0; give one",
                              option("new-axes"), option("gauge")));
  }
  if (!options.update.new_axes && gauge != update_options(model).inference.gauge) {
    throw OptionError(compose("option {} has no effect without {}; give both, or leave it out",
                              option("gauge"), option("new-axes")));
  }
}

}  // namespace

void check_update(const TrainingInput& input, const TrainingOptions& options) {
  if (!input.base) return refuse_options_of_updates(options);
  refuse_users(input.base->model);
  refuse_other_options(input.base->model, options);
  refuse_files_that_choose_words(input);
  refuse_idle_gauge(input.base->model, options);
}

}  // namespace bsg::training
