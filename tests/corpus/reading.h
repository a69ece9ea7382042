#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "corpus/read_corpus.h"
#include "corpus/vocabulary.h"

namespace bsg::tests {

using Counts = std::map<std::string, std::uint64_t>;
using Sentences = std::vector<std::vector<std::string>>;

/// Fails where a word comes more than once.
inline Counts counts_of(const counting::WordCounts& words) {
  Counts counts;
  words.for_each([&](std::string_view word, std::uint64_t count) {
    EXPECT_TRUE(counts.emplace(word, count).second) << word;
  });
  return counts;
}

inline std::uint64_t total_of(const Counts& counts) {
  std::uint64_t total = 0;
  for (const auto& [word, count] : counts) total += count;
  return total;
}

inline Sentences sentences_of(const corpus::EncodedCorpus& corpus,
                              const corpus::Vocabulary& vocabulary) {
  Sentences sentences;
  for (std::size_t s = 0; s + 1 < corpus.sentences.size(); ++s) {
    std::vector<std::string>& sentence = sentences.emplace_back();
    for (std::uint64_t at = corpus.sentences[s]; at < corpus.sentences[s + 1]; ++at)
      sentence.emplace_back(vocabulary.word(corpus.ids[at]));
  }
  EXPECT_EQ(corpus.sentences.back(), corpus.ids.size());
  return sentences;
}

/// Everything that reading texts to the end gives.
struct Outcome {
  Counts counts;
  Sentences sentences;  ///< with a vocabulary of all words
  std::uint64_t lines = 0;
  std::uint64_t tokens = 0;
  std::uint64_t invalid = 0;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Counts, then encodes. The texts must have two words.
inline Outcome read_texts(const std::vector<std::string>& texts,
                          const CorpusOptions& options = {}) {
  corpus::CorpusReader reader(texts, options);
  corpus::ReadingReport counting;
  const counting::WordCounts words = reader.count(counting, {});
  const corpus::Vocabulary vocabulary =
      corpus::Vocabulary::build(words, {.size = 1U << 30, .min_count = 1});
  corpus::ReadingReport encoding;
  const corpus::EncodedCorpus encoded = reader.encode(vocabulary, {}, encoding, {});
  EXPECT_EQ(encoding.tokens, counting.tokens);
  EXPECT_EQ(encoding.sentences, counting.sentences);
  EXPECT_EQ(encoding.invalid_utf8_sequences, counting.invalid_utf8_sequences);
  Counts counts = counts_of(words);
  EXPECT_EQ(counting.tokens, total_of(counts));
  return {std::move(counts), sentences_of(encoded, vocabulary), counting.sentences, counting.tokens,
          counting.invalid_utf8_sequences};
}

/// The message of the Expected that `action` throws; must be one line.
template <class Expected, class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Expected& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace bsg::tests
