#pragma once

#include <array>
#include <cstddef>

#include "counting/word_table.h"
#include "tokenizing/tokenizer.h"

namespace bsg::counting {

/// Calls visit(hashed) for each token in order, having told `table` some tokens ahead.
template <class Visit>
void look_up_ahead(const tokenizing::Tokens& tokens, std::size_t begin, std::size_t end,
                   const WordTable& table, const Visit& visit) {
  constexpr std::size_t kAhead = 16;
  std::array<HashedWord, kAhead> ring;
  std::size_t next = begin;
  const auto start = [&] {
    HashedWord& word = ring[next % kAhead];
    word = hashed(tokens[next++]);
    table.start_finding(word);
  };
  while (next < end && next < begin + kAhead) start();
  for (std::size_t token = begin; token < end; ++token) {
    const HashedWord word = ring[token % kAhead];
    if (next < end) start();
    visit(word);
  }
}

}  // namespace bsg::counting
