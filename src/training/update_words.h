#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "bsg/model.h"
#include "bsg/options.h"
#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "counting/word_counts.h"

namespace bsg::training {

/// Where the words of an update come from.
struct UpdateWords {
  /// By word, its id in the model, or posterior::kNewWord.
  std::shared_ptr<const std::vector<WordId>> in_model;
  /// New words, and those that the texts have beside another word, ascending.
  std::vector<std::uint32_t> in_text;
  std::vector<WordId> left_out;    ///< of the model: no text has them
  std::uint64_t text_tokens = 0;   ///< of words of the vocabulary
  std::uint64_t known_tokens = 0;  ///< of words that the model has
  /// The texts are at least a hundredth of all that the model has seen: worth some time that
  /// follows the vocabulary instead.
  bool is_much_text = false;
  std::uint64_t distinct_words = 0;  ///< in the texts
};

/// Every word that the model has seen in a text, and what is new and frequent enough in this one,
/// in the usual order by the sum of both counts.
struct JoinedWords {
  corpus::Vocabulary vocabulary;
  UpdateWords words;
};

/// VocabularyOptions are those of new words: how many at the most, and how frequent in the texts at
/// the least. Throws InputError if the texts have no word that the model has learned.
JoinedWords join_words(const Model& model, const counting::WordCounts& texts,
                       const VocabularyOptions& options, std::uint64_t bytes,
                       const std::stop_token& stop);

/// Takes those of the model's words out of `in_text` that are alone in all their sentences: they
/// have no pair to learn from.
void leave_lonely_words(const corpus::EncodedCorpus& text, UpdateWords& words);

}  // namespace bsg::training
