#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bsg/options.h"
#include "bsg/sentences.h"
#include "corpus/token_source.h"

namespace bsg::corpus {

/// Sentences in memory as files of the same words would be read.
class SentenceReader final : public TokenSource {
 public:
  /// `sentences` must outlive the reader. Throws InputError if there is none, and OptionError for a
  /// tokenizer other than white space: words in memory are cut already.
  SentenceReader(const Sentences& sentences, const CorpusOptions& options);

  counting::WordCounts count(ReadingReport& report, const ReadingObserver& observer) override;
  EncodedCorpus encode(const Vocabulary& vocabulary, const files::ScratchRule& rule,
                       ReadingReport& report, const ReadingObserver& observer) override;
  [[nodiscard]] std::vector<std::string> fingerprints() const override;

 private:
  /// visit(ids) for each sentence in order, repeats left out where sentences are sets.
  template <class Visit>
  ReadingReport for_each_sentence(const ReadingObserver& observer, const Visit& visit) const;

  const Sentences& sentences_;
  bool sets_;
};

}  // namespace bsg::corpus
