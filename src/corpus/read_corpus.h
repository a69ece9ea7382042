#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bsg/options.h"
#include "corpus/encoded_corpus.h"
#include "corpus/token_source.h"
#include "corpus/vocabulary.h"
#include "counting/word_counts.h"
#include "reading/text_file.h"

namespace bsg::corpus {

/// The texts of one training, read once to count words and once to encode them. What cannot be read
/// twice (standard input, pipes) is kept in an unnamed temporary file by count(); an encode()
/// without a count() before it keeps nothing and is the last reading of such a text. Work is spread
/// over the threads of the current oneTBB arena; results do not depend on their number.
class CorpusReader final : public TokenSource {
 public:
  /// "-" is standard input, at most once. Throws FileError for a text that cannot be opened or is a
  /// folder, InputError if there is none.
  CorpusReader(const std::vector<std::string>& texts, CorpusOptions options,
               counting::SpillOptions spill = {});

  /// Word tables that outgrow their memory are written to scratch files.
  counting::WordCounts count(ReadingReport& report, const ReadingObserver& observer) override;

  /// Throws InputError if count() was called before and the texts have changed since.
  EncodedCorpus encode(const Vocabulary& vocabulary, const files::ScratchRule& rule,
                       ReadingReport& report, const ReadingObserver& observer) override;

  [[nodiscard]] std::vector<std::string> fingerprints() const override;

 private:
  /// Of the reading by count().
  struct Counted {
    ReadingReport report;
    std::vector<std::uint64_t> fingerprints;
  };

  void check_unchanged(const std::vector<std::uint64_t>& fingerprints) const;

  std::vector<reading::TextFile> texts_;
  CorpusOptions options_;
  counting::SpillOptions spill_;
  std::optional<Counted> counted_;
  std::vector<std::uint64_t> encoded_;  ///< fingerprints of the reading by encode()
};

}  // namespace bsg::corpus
