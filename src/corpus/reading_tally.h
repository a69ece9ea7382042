#pragma once

#include <cstdint>

#include "tokenizing/tokenizer.h"

namespace bsg::corpus {

/// Tokens and lines with a token of successive blocks, which may cut a line anywhere.
struct ReadingTally {
  std::uint64_t tokens = 0;
  std::uint64_t sentences = 0;  ///< lines that end and had a token, as far as these blocks know
  std::uint64_t invalid_utf8_sequences = 0;
  bool ends_a_line = false;
  bool head_has_token = false;  ///< before the first line end, if there is one
  bool tail_has_token = false;  ///< behind the last line end

  void append(const ReadingTally& next) {
    tokens += next.tokens;
    invalid_utf8_sequences += next.invalid_utf8_sequences;
    if (!next.ends_a_line) {
      tail_has_token |= next.tail_has_token;
      return;
    }
    const bool joined_has_token = tail_has_token || next.head_has_token;
    sentences += next.sentences + (tail_has_token && !next.head_has_token ? 1 : 0);
    if (!ends_a_line) head_has_token = joined_has_token;
    ends_a_line = true;
    tail_has_token = next.tail_has_token;
  }
};

inline ReadingTally tally(const tokenizing::Tokens& tokens) {
  ReadingTally result{.tokens = tokens.list.size()};
  std::uint32_t line_begin = 0;
  for (const std::uint32_t line_end : tokens.line_ends) {
    if (line_end > line_begin) ++result.sentences;
    if (!result.ends_a_line) result.head_has_token = line_end > line_begin;
    result.ends_a_line = true;
    line_begin = line_end;
  }
  result.tail_has_token = tokens.list.size() > line_begin;
  return result;
}

}  // namespace bsg::corpus
