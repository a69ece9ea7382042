#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/word_list.h"

namespace bsg::model {

/// Words that someone who typed `word` may have meant, at most five: first those that differ in
/// case only, then by the number of letters to change (insert, delete, replace or swap with the
/// next; at most two, one for words of up to three letters; case does not count), then in the
/// list's order.
std::vector<std::string> closest_words(WordList words, std::string_view word);

/// One line: the unknown word and what may have been meant.
std::string unknown_word_message(std::string_view word, const std::vector<std::string>& closest);

}  // namespace bsg::model
