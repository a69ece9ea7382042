#include "query/asked_words.h"

#include <algorithm>
#include <optional>

namespace bsg::query {

bool AskedWords::may_guess(Role role) const {
  if (options_.known_only) return false;
  return options_.representation == Representation::target ||
         (options_.representation == Representation::target_context && role == Role::asked);
}

WordId AskedWords::id(const std::string& word) {
  if (const std::optional<WordId> known = model_.find(word)) return *known;
  const auto met = std::ranges::find(guessed_, word, &Guessed::word);
  const auto place =
      static_cast<WordId>(model_.size() + static_cast<std::size_t>(met - guessed_.begin()));
  if (met != guessed_.end()) return place;
  const std::optional<Guess> guess =
      may_guess(Role::asked) ? model_.guess(word) : std::optional<Guess>();
  if (!guess) return model_.id(word);
  guessed_.push_back({word,
                      {{guess->mean.begin(), guess->mean.end()},
                       {guess->variance.begin(), guess->variance.end()}}});
  return place;
}

Density AskedWords::density(Role role, WordId id) const {
  if (id < model_.size()) return density_of(model_, options_.representation, role, id);
  return guessed_[id - model_.size()].density;
}

}  // namespace bsg::query
