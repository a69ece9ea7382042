#include "corpus/tokenizer.h"

#include "corpus/whitespace_tokenizer.h"
#include "corpus/word_tokenizer.h"

namespace bsg::corpus {

std::unique_ptr<BlockTokenizer> make_tokenizer(Tokenizer kind) {
  if (kind == Tokenizer::words) return std::make_unique<WordTokenizer>();
  return std::make_unique<WhitespaceTokenizer>();
}

}  // namespace bsg::corpus
