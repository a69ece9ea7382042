#include "model/word_guess.h"

#include <utility>

#include "model/closest_words.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::model {

std::optional<TargetDensity> find_guess(const Model& model, Representation representation,
                                        Role role, std::string_view word) {
  if (in_role(representation, role) != Representation::target) return std::nullopt;
  return model.guess(word);
}

TargetDensity guess_of(const Model& model, Representation representation, Role role,
                       std::string_view word) {
  if (std::optional<TargetDensity> guess = find_guess(model, representation, role, word)) {
    return *std::move(guess);
  }
  Wording hint;
  if (model.guess(word)) {
    const std::string_view target = describe(Representation::target).name;
    hint = wording::compose("; a spelling tells of targets only: use {}",
                            wording::setting("representation", target));
  }
  throw unknown_word(model, word, hint);
}

}  // namespace bsg::model
