#include "folding/text_of_model.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include "bsg/error.h"
#include "corpus/open_source.h"
#include "corpus/sentence_reader.h"
#include "corpus/vocabulary_selection.h"
#include "model/taught_contexts.h"

namespace bsg::folding {
namespace {

std::unique_ptr<corpus::TokenSource> open(const TextPlace& place, CorpusOptions options) {
  if (place.texts.empty() && !place.sentences) throw InputError("no text was given");
  if (!place.sentences) return corpus::open_source(place.texts, options);
  if (!place.texts.empty()) {
    throw InputError("texts and sentences are both given; leave out one of them");
  }
  if (place.sentences->size() == 0) throw InputError("there is no sentence with a word in it");
  // Words in memory are what a tokenizer would make of a text.
  options.tokenizer = Tokenizer::whitespace;
  return std::make_unique<corpus::SentenceReader>(*place.sentences, options);
}

void count_words(const Model& model, const counting::WordCounts& counts,
                 const std::function<bool(std::string_view, std::uint64_t)>& takes,
                 const std::stop_token& stop, TextOfModel& text) {
  text.counts.resize(model.size());
  counts.for_each(
      [&](std::string_view word, std::uint64_t count) {
        if (const std::optional<WordId> id = model.find(word)) {
          text.counts[*id] = count;
        } else if (takes(word, count)) {
          text.others.push_back({std::string(word), count});
        }
      },
      stop);
  const auto comes_first = [](const OtherWord& a, const OtherWord& b) {
    return std::tie(b.count, a.word) < std::tie(a.count, b.word);
  };
  std::ranges::sort(text.others, comes_first);
}

void refuse_unknown_text(const Model& model, const TextOfModel& text) {
  for (WordId id = 0; id < model.size(); ++id) {
    if (text.counts[id] > 0 && model::has_taught_context(model, id)) return;
  }
  throw InputError(
      "the text has no word that the model has learned; check that it is tokenized as the model's "
      "own text was");
}

/// Those of the model that the text has, and the others. A vocabulary of fewer than two words is
/// none: then all of the model's.
corpus::Vocabulary join(const Model& model, const TextOfModel& text) {
  const auto known =
      text.counts.size() - static_cast<std::size_t>(std::ranges::count(text.counts, 0U));
  corpus::VocabularySelection all(
      {.size = std::numeric_limits<std::uint32_t>::max(), .min_count = 0});
  for (WordId id = 0; id < model.size(); ++id) {
    if (text.counts[id] > 0 || known < 2) all.take(model.word(id), text.counts[id]);
  }
  for (const OtherWord& other : text.others) all.take(other.word, other.count);
  return all.finish();
}

void rename_ids(const Model& model, const corpus::Vocabulary& vocabulary, TextOfModel& text) {
  std::vector<std::uint32_t> ids(vocabulary.size());
  for (WordId id = 0; id < model.size(); ++id) {
    if (text.counts[id] > 0) ids[*vocabulary.find(model.word(id))] = id;
  }
  auto next = static_cast<std::uint32_t>(model.size());
  for (const OtherWord& other : text.others) ids[*vocabulary.find(other.word)] = next++;
  for (std::size_t at = 0; at < text.corpus.ids.size(); ++at) {
    text.corpus.ids[at] = ids[text.corpus.ids[at]];
  }
}

}  // namespace

TextOfModel read_text(const Model& model, const CorpusOptions& options, const TextPlace& place,
                      const std::function<bool(std::string_view word, std::uint64_t count)>& takes,
                      const std::stop_token& stop) {
  const std::unique_ptr<corpus::TokenSource> reader = open(place, options);
  const corpus::ReadingObserver observer{[](std::uint64_t, std::uint64_t) {}, stop};
  corpus::ReadingReport reading;
  TextOfModel text;
  count_words(model, reader->count(reading, observer), takes, stop, text);
  if (reading.tokens == 0) throw InputError("the text is empty");
  refuse_unknown_text(model, text);
  const corpus::Vocabulary vocabulary = join(model, text);
  corpus::ReadingReport again;
  text.corpus = reader->encode(vocabulary, {}, again, observer);
  rename_ids(model, vocabulary, text);
  return text;
}

}  // namespace bsg::folding
