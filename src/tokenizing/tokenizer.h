#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/options.h"

namespace bsg::tokenizing {

/// The tokens of a block, in order.
struct Tokens {
  struct Token {
    std::uint32_t begin;  ///< in text
    std::uint32_t length;
  };

  std::string_view text;
  std::vector<Token> list;
  /// For each line that ends, how many tokens were met before.
  std::vector<std::uint32_t> line_ends;
  std::string folded;  ///< what `text` shows, where tokens are not written as in the input

  [[nodiscard]] std::string_view operator[](std::size_t index) const {
    return text.substr(list[index].begin, list[index].length);
  }
  void clear() {
    list.clear();
    line_ends.clear();
    folded.clear();
  }
};

/// Text to tokens. An instance serves one thread at a time.
class BlockTokenizer {
 public:
  virtual ~BlockTokenizer() = default;

  /// Replaces what is in `tokens`. `text` is valid UTF-8 of less than 2 GiB and must outlive their
  /// use.
  virtual void tokenize(std::string_view text, Tokens& tokens) = 0;
};

std::unique_ptr<BlockTokenizer> make_tokenizer(Tokenizer kind);

}  // namespace bsg::tokenizing
