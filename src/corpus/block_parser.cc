#include "corpus/block_parser.h"

#include "reading/utf8.h"

namespace bsg::corpus {

const tokenizing::Tokens& BlockParser::parse(const reading::TextBlock& block) {
  invalid_ = reading::repair_utf8(block.bytes(), repaired_);
  tokenizer_->tokenize(invalid_ == 0 ? block.bytes() : repaired_, tokens_);
  if (block.ends_line) tokens_.line_ends.push_back(static_cast<std::uint32_t>(tokens_.list.size()));
  if (sets_) line_sets_.remove_repeats(tokens_);
  return tokens_;
}

ReadingTally BlockParser::tally_of_block() const {
  ReadingTally result = tally(tokens_);
  result.invalid_utf8_sequences = invalid_;
  return result;
}

}  // namespace bsg::corpus
