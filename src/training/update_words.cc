#include "training/update_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "bsg/error.h"
#include "corpus/vocabulary_selection.h"
#include "posterior/update_prior.h"

namespace bsg::training {
namespace {

using corpus::Vocabulary;
using corpus::VocabularySelection;
using posterior::kNewWord;

constexpr double kLeastShare = 0.01;

/// The most frequent of the words that the model does not have; VocabularySelection takes no fewer
/// than two.
class NewWords {
 public:
  NewWords(const VocabularyOptions& options, std::uint64_t bytes)
      : least_(options.min_count), selection_(options, bytes) {}

  void take(std::string_view word, std::uint64_t count) {
    selection_.take(word, count);
    if (count < least_) return;
    if (frequent_++ == 0) first_ = {std::string(word), count};
  }

  /// Calls visit(word, count) for each.
  template <class Visit>
  void finish(Visit visit) {
    if (frequent_ == 1) visit(first_.first, first_.second);
    if (frequent_ < 2) return;
    const Vocabulary chosen = selection_.finish();
    for (std::uint32_t id = 0; id < chosen.size(); ++id) visit(chosen.word(id), chosen.count(id));
  }

 private:
  std::uint64_t least_;
  VocabularySelection selection_;
  std::uint64_t frequent_ = 0;
  std::pair<std::string, std::uint64_t> first_;
};

void refuse_unknown_text(const Model& model, std::span<const std::uint64_t> met,
                         std::uint64_t distinct_words) {
  if (distinct_words == 0) throw InputError("the texts are empty: there is nothing to learn from");
  for (WordId id = 0; id < model.size(); ++id) {
    if (met[id] > 0 && model.count(id) > 0) return;
  }
  throw InputError(
      "the texts have no word that the model has learned: nothing connects them; train a new model "
      "on them, or check that they are tokenized as the model's own text was");
}

}  // namespace

JoinedWords join_words(const Model& model, const counting::WordCounts& texts,
                       const VocabularyOptions& options, std::uint64_t bytes,
                       const std::stop_token& stop) {
  JoinedWords joined;
  UpdateWords& words = joined.words;
  std::vector<std::uint64_t> met(model.size());
  NewWords fresh(options, bytes);
  texts.for_each(
      [&](std::string_view word, std::uint64_t count) {
        ++words.distinct_words;
        if (const std::optional<WordId> id = model.find(word)) {
          met[*id] = count;
        } else {
          fresh.take(word, count);
        }
      },
      stop);
  refuse_unknown_text(model, met, words.distinct_words);

  VocabularySelection all({.size = std::numeric_limits<std::uint32_t>::max(), .min_count = 0},
                          bytes);
  for (WordId id = 0; id < model.size(); ++id) {
    if (model.count(id) + met[id] > 0) {
      all.take(model.word(id), model.count(id) + met[id]);
    } else {
      words.left_out.push_back(id);
    }
    words.known_tokens += met[id];
  }
  words.text_tokens = words.known_tokens;
  fresh.finish([&](std::string_view word, std::uint64_t count) {
    all.take(word, count);
    words.text_tokens += count;
  });
  joined.vocabulary = all.finish();
  words.is_much_text = static_cast<double>(words.text_tokens) >=
                       kLeastShare * static_cast<double>(joined.vocabulary.total());

  auto in_model = std::make_shared<std::vector<WordId>>();
  for (std::uint32_t word = 0; word < joined.vocabulary.size(); ++word) {
    in_model->push_back(model.find(joined.vocabulary.word(word)).value_or(kNewWord));
    const WordId id = in_model->back();
    if (id == kNewWord || met[id] > 0) words.in_text.push_back(word);
  }
  words.in_model = std::move(in_model);
  return joined;
}

void leave_lonely_words(const corpus::EncodedCorpus& text, UpdateWords& words) {
  std::vector<bool> has_company(words.in_model->size());
  for (std::uint64_t s = 0; s + 1 < text.sentences.size(); ++s) {
    const std::uint64_t first = text.sentences[s], end = text.sentences[s + 1];
    if (end - first < 2) continue;
    for (std::uint64_t at = first; at < end; ++at) has_company[text.ids[at]] = true;
  }
  std::erase_if(words.in_text, [&](std::uint32_t word) {
    return !has_company[word] && (*words.in_model)[word] != kNewWord;
  });
}

}  // namespace bsg::training
