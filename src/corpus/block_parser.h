#pragma once

#include <memory>
#include <string>

#include "bsg/options.h"
#include "corpus/block_reader.h"
#include "corpus/line_sets.h"
#include "corpus/reading_tally.h"
#include "corpus/tokenizer.h"

namespace bsg::corpus {

/// Blocks to tokens as the options say; bytes that are not UTF-8 become U+FFFD. One per thread.
class BlockParser {
 public:
  explicit BlockParser(const CorpusOptions& options)
      : tokenizer_(make_tokenizer(options.tokenizer)), sets_(options.sets) {}

  /// The result is valid until the next call and while the block is.
  const Tokens& parse(const TextBlock& block);

  /// Of the block that was parsed last.
  [[nodiscard]] ReadingTally tally_of_block() const;

 private:
  std::unique_ptr<BlockTokenizer> tokenizer_;
  bool sets_;
  LineSets line_sets_;
  std::string repaired_;
  std::uint64_t invalid_ = 0;
  Tokens tokens_;
};

}  // namespace bsg::corpus
