#pragma once

#include <memory>
#include <string>

#include "bsg/options.h"
#include "corpus/line_sets.h"
#include "corpus/reading_tally.h"
#include "reading/block_reader.h"
#include "tokenizing/tokenizer.h"

namespace bsg::corpus {

/// Blocks to tokens as the options say; bytes that are not UTF-8 become U+FFFD. One per thread.
class BlockParser {
 public:
  explicit BlockParser(const CorpusOptions& options)
      : tokenizer_(tokenizing::make_tokenizer(options.tokenizer)), sets_(options.is_sets()) {}

  /// The result is valid until the next call and while the block is.
  const tokenizing::Tokens& parse(const reading::TextBlock& block);

  /// Of the block that was parsed last.
  [[nodiscard]] ReadingTally tally_of_block() const;

 private:
  std::unique_ptr<tokenizing::BlockTokenizer> tokenizer_;
  bool sets_;
  LineSets line_sets_;
  std::string repaired_;
  std::uint64_t invalid_ = 0;
  tokenizing::Tokens tokens_;
};

}  // namespace bsg::corpus
