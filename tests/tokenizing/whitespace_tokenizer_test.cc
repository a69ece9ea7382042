#include "tokenizing/whitespace_tokenizer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "reading/separators.h"

namespace bsg::tokenizing {
namespace {

/// What Tokens say, as one comparable value.
struct Cut {
  std::vector<std::string> words;
  std::vector<std::uint32_t> line_ends;

  friend bool operator==(const Cut&, const Cut&) = default;
};

Cut cut_byte_by_byte(std::string_view text) {
  Cut cut;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) cut.words.push_back(word);
    word.clear();
  };
  for (const char c : text) {
    if (reading::kSeparators.find(c) == std::string_view::npos) {
      word += c;
    } else {
      end_word();
    }
    if (c == '\n') cut.line_ends.push_back(static_cast<std::uint32_t>(cut.words.size()));
  }
  end_word();
  return cut;
}

TEST(WhitespaceTokenizer, CutsAnyBytesAsAWalkByteByByteDoes) {
  std::mt19937 random(5);
  WhitespaceTokenizer tokenizer;
  Tokens tokens;
  for (int turn = 0; turn < 20000; ++turn) {
    std::string text(random() % 40, '\0');
    for (char& c : text) c = static_cast<char>(random() % (random() % 3 == 0 ? 256 : 40));
    tokenizer.tokenize(text, tokens);
    Cut cut{{}, tokens.line_ends};
    for (std::size_t token = 0; token < tokens.list.size(); ++token)
      cut.words.emplace_back(tokens[token]);
    ASSERT_TRUE(cut == cut_byte_by_byte(text)) << turn;
  }
}

}  // namespace
}  // namespace bsg::tokenizing
