#pragma once

#include <cstdint>
#include <vector>

#include "counting/word_table.h"
#include "tokenizing/tokenizer.h"

namespace bsg::corpus {

/// Lines as sets: a token that its line has had already is removed. Serves one thread at a time.
class LineSets {
 public:
  /// `tokens` must be whole lines.
  void remove_repeats(tokenizing::Tokens& tokens);

 private:
  bool is_first(std::string_view word);
  void end_line();

  counting::WordTable words_;
  std::vector<std::uint64_t> last_line_;  ///< of each word
  std::uint64_t line_ = 1;
};

}  // namespace bsg::corpus
