#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "bsg/wording.h"
#include "model/word_list.h"

namespace bsg::model {

/// The words nearest to `word`, at most three: by the number of letters to change (insert, delete,
/// replace or swap with the next; case does not count), then in the list's order. None for a word
/// of more than 64 letters.
std::vector<std::string> closest_words(WordList words, std::string_view word);

/// Names the unknown word and what may have been meant; `hint` follows.
UnknownWordError unknown_word(std::string_view word, std::vector<std::string> closest,
                              const Wording& hint = {});

}  // namespace bsg::model
