#include "corpus/sentence_reader.h"

#include <fmt/format.h>

#include <utility>

#include "bsg/error.h"
#include "corpus/sentence_content.h"
#include "corpus/word_ids.h"
#include "wording/compose.h"
#include "wording/names.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace bsg::corpus {
namespace {

/// Sets of ids: tells whether an id is new to the set at hand.
class SeenIds {
 public:
  explicit SeenIds(std::size_t ids) : last_set_(ids, 0) {}

  void begin_set() { ++set_; }
  bool is_first(std::uint32_t id) { return std::exchange(last_set_[id], set_) != set_; }

 private:
  std::vector<std::uint64_t> last_set_;  ///< in which the id was met
  std::uint64_t set_ = 0;
};

}  // namespace

SentenceReader::SentenceReader(const Sentences& sentences, const CorpusOptions& options)
    : sentences_(sentences), sets_(options.is_sets()) {
  if (sentences.size() == 0) throw InputError("there is no sentence with a word to train on");
  if (options.tokenizer != Tokenizer::whitespace)
    throw OptionError(
        wording::compose("option {}: sentences in memory are lists of words already; leave it out",
                         wording::option("tokenizer")));
}

template <class Visit>
ReadingReport SentenceReader::for_each_sentence(const ReadingObserver& observer,
                                                const Visit& visit) const {
  const Sentences::Content& content = *sentences_.content_;
  const EncodedCorpus& text = content.text;
  ReadingReport report{.sentences = sentences_.size(),
                       .invalid_utf8_sequences = content.invalid_utf8_sequences};
  SeenIds seen(sets_ ? content.words.size() : 0);
  std::vector<std::uint32_t> distinct;
  for (std::size_t s = 0; s + 1 < text.sentences.size(); ++s) {
    if (observer.stop.stop_requested()) throw Interrupted("interrupted while reading sentences");
    std::span<const std::uint32_t> ids =
        std::span(text.ids).subspan(text.sentences[s], text.sentences[s + 1] - text.sentences[s]);
    if (sets_) {
      distinct.clear();
      seen.begin_set();
      for (const std::uint32_t id : ids)
        if (seen.is_first(id)) distinct.push_back(id);
      ids = distinct;
    }
    report.tokens += ids.size();
    visit(ids);
  }
  return report;
}

counting::WordCounts SentenceReader::count(ReadingReport& report, const ReadingObserver& observer) {
  const counting::WordTable& words = sentences_.content_->words;
  std::vector<std::uint64_t> counts(words.size(), 0);
  report = for_each_sentence(observer, [&](std::span<const std::uint32_t> ids) {
    for (const std::uint32_t id : ids) ++counts[id];
  });
  return with_counts(words, counts);
}

EncodedCorpus SentenceReader::encode(const Vocabulary& vocabulary, const files::ScratchRule& rule,
                                     ReadingReport& report, const ReadingObserver& observer) {
  const WordIds words(sentences_.content_->words, vocabulary);
  EncodedCorpus corpus = empty_corpus(rule);
  report = for_each_sentence(observer, [&](std::span<const std::uint32_t> ids) {
    for (const std::uint32_t id : ids)
      if (const auto word = words[id]) corpus.ids.push_back(*word);
    if (corpus.ids.size() > corpus.sentences.back()) corpus.sentences.push_back(corpus.ids.size());
  });
  corpus.finish();
  return corpus;
}

std::vector<std::string> SentenceReader::fingerprints() const {
  const Sentences::Content& content = *sentences_.content_;
  std::uint64_t hash = 0;
  const auto add = [&hash](const auto* values, std::size_t size) {
    hash = XXH3_64bits_withSeed(values, size * sizeof *values, hash);
  };
  for (std::size_t id = 0; id < content.words.size(); ++id) {
    add(content.words.word(id).data(), content.words.word(id).size());
  }
  add(content.text.ids.data(), content.text.ids.size());
  add(content.text.sentences.data(), content.text.sentences.size());
  return {fmt::format("{:016x}", hash)};
}

}  // namespace bsg::corpus
