#include "corpus/line_sets.h"

#include <utility>

namespace bsg::corpus {
namespace {

constexpr std::size_t kMostWords = std::size_t{1} << 20;  // bounds the memory

}  // namespace

void LineSets::remove_repeats(tokenizing::Tokens& tokens) {
  std::uint32_t kept = 0;
  std::size_t token = 0;
  const auto keep_firsts_until = [&](std::size_t end) {
    for (; token < end; ++token)
      if (is_first(tokens[token])) tokens.list[kept++] = tokens.list[token];
    end_line();
  };
  for (std::uint32_t& line_end : tokens.line_ends) {
    keep_firsts_until(line_end);
    line_end = kept;
  }
  keep_firsts_until(tokens.list.size());
  tokens.list.resize(kept);
}

bool LineSets::is_first(std::string_view word) {
  const std::uint32_t index = words_.add(word, 1);
  if (index == last_line_.size()) last_line_.push_back(0);
  return std::exchange(last_line_[index], line_) != line_;
}

void LineSets::end_line() {
  ++line_;
  if (words_.size() > kMostWords) {
    words_ = counting::WordTable();
    last_line_.clear();
  }
}

}  // namespace bsg::corpus
