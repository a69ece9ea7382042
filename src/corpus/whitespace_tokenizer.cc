#include "corpus/whitespace_tokenizer.h"

#include "corpus/separators.h"

namespace bsg::corpus {

void WhitespaceTokenizer::tokenize(std::string_view text, Tokens& tokens) {
  tokens.clear();
  tokens.text = text;
  const auto end = static_cast<std::uint32_t>(text.size());
  for (std::uint32_t at = 0; at < end; ++at) {
    const std::uint32_t begin = at;
    while (at < end && !is_separator(text[at])) ++at;
    if (at > begin) tokens.list.push_back({begin, at - begin});
    if (at < end && text[at] == '\n')
      tokens.line_ends.push_back(static_cast<std::uint32_t>(tokens.list.size()));
  }
}

}  // namespace bsg::corpus
