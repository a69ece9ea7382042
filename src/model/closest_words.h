#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "bsg/model.h"
#include "bsg/wording.h"
#include "model/word_list.h"

namespace bsg::model {

/// The words nearest to `word`, at most three: by the number of letters to change (insert, delete,
/// replace or swap with the next; case does not count), then in the list's order. None for a word
/// of more than 64 letters.
std::vector<std::string> closest_words(WordList words, std::string_view word);

/// Names the word, or the item, that the model does not have, and what may have been meant; `hint`
/// follows.
UnknownWordError unknown_word(const Model& model, std::string_view word, const Wording& hint = {});

}  // namespace bsg::model
