#include "query/asked_words.h"

#include <algorithm>
#include <optional>

#include "model/word_guess.h"

namespace bsg::query {

WordId AskedWords::id(Role role, const std::string& word) {
  if (options_.known_only) return model_.id(word);
  if (const std::optional<WordId> known = model_.find(word)) return *known;
  const Guess guess = model::guess_of(model_, options_.representation, role, word);
  const auto met = std::ranges::find(guessed_, word, &Guessed::word);
  const auto place =
      static_cast<WordId>(model_.size() + static_cast<std::size_t>(met - guessed_.begin()));
  if (met == guessed_.end()) {
    guessed_.push_back(
        {word,
         {{guess.mean.begin(), guess.mean.end()}, {guess.variance.begin(), guess.variance.end()}}});
  }
  return place;
}

Density AskedWords::density(Role role, WordId id) const {
  if (id < model_.size()) return density_of(model_, options_.representation, role, id);
  return guessed_[id - model_.size()].density;
}

}  // namespace bsg::query
