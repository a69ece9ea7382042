#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "counting/word_counts.h"

namespace bsg::corpus {

/// What going through the texts once has met.
struct ReadingReport {
  std::uint64_t tokens = 0;
  std::uint64_t sentences = 0;  ///< lines with at least one token
  std::uint64_t invalid_utf8_sequences = 0;
};

struct ReadingObserver {
  /// Bytes of the files as they lie on disk, and their sum (0 where it cannot be known). Never
  /// called by two threads at once, and not at all where there are no files.
  std::function<void(std::uint64_t bytes_read, std::uint64_t bytes_total)> progress;
  std::stop_token stop;  ///< reading then throws Interrupted
};

/// What tables know of their sentences beside the items.
struct UserItems {
  std::vector<std::string> users;  ///< by sentence; empty where they have no names
  std::vector<float> weights;      ///< by token; empty: all 1
};

/// What one training learns from: gone through once to count words and once to encode them.
class TokenSource {
 public:
  virtual ~TokenSource() = default;

  /// Counts every word.
  virtual counting::WordCounts count(ReadingReport& report, const ReadingObserver& observer) = 0;

  /// Words to ids, kept where the rule says.
  virtual EncodedCorpus encode(const Vocabulary& vocabulary, const files::ScratchRule& rule,
                               ReadingReport& report, const ReadingObserver& observer) = 0;

  /// Of the last encode(): whose the sentences are, where the source knows.
  [[nodiscard]] virtual UserItems user_items() const { return {}; }

  /// A hash of the content of each text as 16 hexadecimal digits, the same for the same content and
  /// options; one for sentences in memory. REQUIRES: encode() was called.
  [[nodiscard]] virtual std::vector<std::string> fingerprints() const = 0;
};

}  // namespace bsg::corpus
