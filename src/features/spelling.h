#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace bsg::features {

/// Lengths of character n-grams, in code points.
struct NgramSizes {
  std::size_t shortest = 3;
  std::size_t longest = 6;
};

/// An n-gram of a word.
struct Ngram {
  std::string_view text;
  std::size_t length;  ///< in code points
  bool first;          ///< begins with the mark before the word
};

/// Tells every n-gram of a word between boundary marks, <word>, by its start, then by its length;
/// one that occurs n times is told n times. A mark alone is not an n-gram. REQUIRES: `word` is
/// valid UTF-8; 1 <= shortest <= longest. The views end with the call.
void visit_ngrams(std::string_view word, NgramSizes sizes,
                  const std::function<void(const Ngram&)>& visit);

}  // namespace bsg::features
