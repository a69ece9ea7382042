#include "tokenizing/tokenizer.h"

#include "tokenizing/whitespace_tokenizer.h"
#include "tokenizing/word_tokenizer.h"

namespace bsg::tokenizing {

std::unique_ptr<BlockTokenizer> make_tokenizer(Tokenizer kind) {
  if (kind == Tokenizer::words) return std::make_unique<WordTokenizer>();
  return std::make_unique<WhitespaceTokenizer>();
}

}  // namespace bsg::tokenizing
