#include "query/asked_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "bsg/error.h"
#include "model/taught_contexts.h"
#include "model/word_guess.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::query {
namespace {

Wording setting(Representation representation) {
  return wording::setting("representation", describe(representation).name);
}

}  // namespace

WordId AskedWords::id(Role role, const std::string& word) {
  if (const std::optional<WordId> known = model_.find(word)) {
    refuse_untaught(role, *known);
    return *known;
  }
  if (options_.known_only) return model_.id(word);
  const TargetDensity guess = model::guess_of(model_, options_.representation, role, word);
  const auto met = std::ranges::find(others_, word, &Other::word);
  if (met == others_.end()) return add(word, guess);
  return static_cast<WordId>(model_.size() + static_cast<std::size_t>(met - others_.begin()));
}

WordId AskedWords::id(const TargetDensity& density) {
  if (model::in_role(options_.representation, Role::asked) != Representation::target) {
    throw OptionError(wording::compose("an inferred density stands for a target: use {} or {}",
                                       setting(Representation::target),
                                       setting(Representation::target_context)));
  }
  const std::size_t m = model_.dimension();
  const std::size_t mean = density.mean.size(), variance = density.variance.size();
  if (mean != m || variance != m) {
    throw OptionError(fmt::format(
        "a density with a mean of {} numbers and a variance of {} cannot be asked of a model of {} "
        "dimensions",
        mean, variance, m));
  }
  return add({}, density);
}

void AskedWords::refuse_untaught(Role role, WordId id) const {
  if (model::is_taught(model_, options_.representation, role, id)) return;
  const Wording target = setting(Representation::target);
  throw OptionError(wording::compose(
      "nothing is known of the context of {:?}: no text has taught it; use {}", model_.word(id),
      role == Role::answer
          ? target
          : wording::compose("{} or {}", target, setting(Representation::target_context))));
}

Density AskedWords::density(Role role, WordId id) const {
  if (id < model_.size()) return density_of(model_, options_.representation, role, id);
  return others_[id - model_.size()].density;
}

WordId AskedWords::add(const std::string& word, const TargetDensity& density) {
  others_.push_back({word, density_of(model_, density)});
  return static_cast<WordId>(model_.size() + others_.size() - 1);
}

}  // namespace bsg::query
