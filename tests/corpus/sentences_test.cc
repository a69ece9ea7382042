#include "bsg/sentences.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "corpus/reading.h"
#include "corpus/sentence_reader.h"

namespace bsg::corpus {
namespace {

using tests::Counts;
using tests::message_of;

void add(Sentences& sentences, std::initializer_list<std::string_view> words) {
  sentences.add(std::vector<std::string_view>(words));
}

struct Outcome {
  Counts counts;
  tests::Sentences sentences;
  ReadingReport report;
};

Outcome read(const Sentences& sentences, const CorpusOptions& options = {}) {
  SentenceReader reader(sentences, options);
  ReadingReport counting;
  const counting::WordCounts table = reader.count(counting, {});
  const Vocabulary vocabulary = Vocabulary::build(table, {.size = 1U << 30, .min_count = 1});
  Outcome outcome;
  outcome.counts = tests::counts_of(table);
  const EncodedCorpus encoded = reader.encode(vocabulary, {}, outcome.report, {});
  outcome.sentences = tests::sentences_of(encoded, vocabulary);
  EXPECT_EQ(counting.tokens, outcome.report.tokens);
  EXPECT_EQ(counting.sentences, outcome.report.sentences);
  return outcome;
}

TEST(SentencesInMemory, AreCountedAndEncoded) {
  Sentences sentences;
  add(sentences, {"b", "a", "b"});
  add(sentences, {});
  add(sentences, {"a", "", "c"});
  EXPECT_EQ(sentences.size(), 2U);
  EXPECT_EQ(sentences.tokens(), 5U);
  const Outcome outcome = read(sentences);
  EXPECT_EQ(outcome.counts, (Counts{{"a", 2}, {"b", 2}, {"c", 1}}));
  EXPECT_EQ(outcome.sentences, (tests::Sentences{{"b", "a", "b"}, {"a", "c"}}));
  EXPECT_EQ(outcome.report.tokens, 5U);
  EXPECT_EQ(outcome.report.sentences, 2U);
}

TEST(SentencesInMemory, AsSetsLoseRepeats) {
  Sentences sentences;
  add(sentences, {"b", "a", "b", "a"});
  add(sentences, {"b", "b"});
  const Outcome outcome = read(sentences, {.sets = true});
  EXPECT_EQ(outcome.counts, (Counts{{"a", 1}, {"b", 2}}));
  EXPECT_EQ(outcome.sentences, (tests::Sentences{{"b", "a"}, {"b"}}));
  EXPECT_EQ(outcome.report.tokens, 3U);
}

TEST(SentencesInMemory, WordsMayHaveWhiteSpace) {
  Sentences sentences;
  add(sentences, {"green tea", "line\nbreak", std::string_view("\0", 1)});
  EXPECT_EQ(read(sentences).counts,
            (Counts{{"green tea", 1}, {"line\nbreak", 1}, {std::string("\0", 1), 1}}));
}

TEST(SentencesInMemory, BytesThatAreNotUtf8AreReplaced) {
  Sentences sentences;
  add(sentences, {"a\xFFz", "b"});
  const Outcome outcome = read(sentences);
  EXPECT_EQ(outcome.counts, (Counts{{"a\xEF\xBF\xBDz", 1}, {"b", 1}}));
  EXPECT_EQ(outcome.report.invalid_utf8_sequences, 1U);
}

TEST(SentencesInMemory, SentencesWithoutAWordOfTheVocabularyAreDropped) {
  Sentences sentences;
  add(sentences, {"a", "b"});
  add(sentences, {"rare"});
  add(sentences, {"b", "a"});
  SentenceReader reader(sentences, {});
  ReadingReport report;
  const Vocabulary vocabulary =
      Vocabulary::build(reader.count(report, {}), {.size = 2, .min_count = 1});
  EXPECT_EQ(tests::sentences_of(reader.encode(vocabulary, {}, report, {}), vocabulary),
            (tests::Sentences{{"a", "b"}, {"b", "a"}}));
}

TEST(SentencesInMemory, NoneIsRefused) {
  const Sentences none;
  EXPECT_EQ(message_of<InputError>([&] { SentenceReader(none, {}); }),
            "there is no sentence with a word to train on");
}

TEST(SentencesInMemory, AreNotTokenisedAgain) {
  Sentences sentences;
  add(sentences, {"a", "b"});
  EXPECT_NE(message_of<OptionError>([&] {
              SentenceReader(sentences, {.tokenizer = Tokenizer::words});
            }).find("option tokenizer: "),
            std::string::npos);
}

TEST(SentencesInMemory, CanBeInterrupted) {
  Sentences sentences;
  add(sentences, {"a", "b"});
  SentenceReader reader(sentences, {});
  ReadingReport report;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(reader.count(report, {{}, stop.get_token()}), Interrupted);
}

TEST(SentencesInMemory, WordsWithWhiteSpaceAreNotWrittenToAVocabularyFile) {
  Sentences sentences;
  add(sentences, {"green tea", "milk"});
  SentenceReader reader(sentences, {});
  ReadingReport report;
  const Vocabulary vocabulary =
      Vocabulary::build(reader.count(report, {}), {.size = 2, .min_count = 1});
  EXPECT_NE(message_of<InputError>([&] { vocabulary.write("/dev/null"); }).find("\"green tea\""),
            std::string::npos);
}

}  // namespace
}  // namespace bsg::corpus
