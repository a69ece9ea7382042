#pragma once

#include "tokenizing/tokenizer.h"

namespace bsg::tokenizing {

/// Tokens are what lies between separators, as it is.
class WhitespaceTokenizer final : public BlockTokenizer {
 public:
  void tokenize(std::string_view text, Tokens& tokens) override;
};

}  // namespace bsg::tokenizing
