#include "corpus/table_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "corpus/open_source.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::corpus {
namespace {

using tests::Counts;
using tests::message_of;
using tests::TemporaryFolder;

constexpr std::string_view kTable =
    "user,item,time,stars\n"
    "ann,green tea,3,1\n"
    "bob,milk,1,2\n"
    "ann,milk,1,4\n"
    "bob,bread,2,0.5\n"
    "ann,green tea,2,8\n";

CorpusOptions csv() {
  return {.format = InputFormat::csv, .columns = {.user = "user", .item = "item"}};
}

struct Outcome {
  Counts counts;
  tests::Sentences sentences;
  UserItems users;
  ReadingReport report;
  std::vector<std::string> fingerprints;
};

Outcome read(const std::vector<std::string>& files, const CorpusOptions& options,
             VocabularyOptions words = {.size = 1000, .min_count = 1}) {
  TableReader reader(files, options);
  ReadingReport counting;
  const counting::WordCounts counts = reader.count(counting, {});
  const Vocabulary vocabulary = Vocabulary::build(counts, words);
  Outcome outcome;
  outcome.counts = tests::counts_of(counts);
  const EncodedCorpus encoded = reader.encode(vocabulary, {}, outcome.report, {});
  outcome.sentences = tests::sentences_of(encoded, vocabulary);
  outcome.users = reader.user_items();
  outcome.fingerprints = reader.fingerprints();
  EXPECT_EQ(counting.tokens, outcome.report.tokens);
  EXPECT_EQ(counting.sentences, outcome.report.sentences);
  return outcome;
}

Outcome read(std::string_view content, const CorpusOptions& options) {
  const TemporaryFolder folder;
  return read(std::vector<std::string>{folder.write("x.csv", content)}, options);
}

TEST(TableReader, GathersTheRowsOfUsers) {
  const Outcome outcome = read(kTable, csv());
  EXPECT_EQ(outcome.sentences,
            (tests::Sentences{{"green tea", "milk", "green tea"}, {"milk", "bread"}}));
  EXPECT_EQ(outcome.counts, (Counts{{"bread", 1}, {"green tea", 2}, {"milk", 2}}));
  EXPECT_EQ(outcome.users.users, (std::vector<std::string>{"ann", "bob"}));
  EXPECT_TRUE(outcome.users.weights.empty());
  EXPECT_EQ(outcome.report.tokens, 5U);
  EXPECT_EQ(outcome.report.sentences, 2U);
}

TEST(TableReader, SortsByTheOrderColumn) {
  CorpusOptions options = csv();
  options.columns.order = "time";
  EXPECT_EQ(read(kTable, options).sentences,
            (tests::Sentences{{"milk", "green tea", "green tea"}, {"milk", "bread"}}));
}

TEST(TableReader, SetsLoseRepeats) {
  CorpusOptions options = csv();
  options.sets = true;
  const Outcome outcome = read(kTable, options);
  EXPECT_EQ(outcome.sentences, (tests::Sentences{{"green tea", "milk"}, {"milk", "bread"}}));
  EXPECT_EQ(outcome.report.tokens, 4U);
}

TEST(TableReader, WeightsOfRepeatsAddUp) {
  CorpusOptions options = csv();
  options.users = true;
  options.columns.weight = "stars";
  const Outcome outcome = read(kTable, options);
  EXPECT_EQ(outcome.sentences, (tests::Sentences{{"green tea", "milk"}, {"milk", "bread"}}));
  EXPECT_EQ(outcome.users.weights, (std::vector<float>{9, 4, 2, 0.5}));
}

TEST(TableReader, UsersWithoutAWordOfTheVocabularyAreLeftOut) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("x.csv", "user,item,n\na,rare,1\nb,x,2\nb,y,3\na,odd,4\nc,x,5\nc,y,6\n");
  CorpusOptions options = csv();
  options.users = true;
  options.columns.weight = "n";
  const Outcome outcome = read({file}, options, {.size = 2, .min_count = 1});
  EXPECT_EQ(outcome.sentences, (tests::Sentences{{"x", "y"}, {"x", "y"}}));
  EXPECT_EQ(outcome.users.users, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(outcome.users.weights, (std::vector<float>{2, 3, 5, 6}));
}

TEST(TableReader, FilesGoOnWithTheSameUsers) {
  const TemporaryFolder folder;
  const Outcome outcome = read({folder.write("1.csv", "user,item\na,x\nb,y\n"),
                                folder.write("2.csv", "item,user\ny,a\nz,c\n")},
                               csv());
  EXPECT_EQ(outcome.sentences, (tests::Sentences{{"x", "y"}, {"y"}, {"z"}}));
  EXPECT_EQ(outcome.fingerprints.size(), 2U);
  EXPECT_NE(outcome.fingerprints[0], outcome.fingerprints[1]);
}

TEST(TableReader, EncodesWithoutACountBefore) {
  const TemporaryFolder folder;
  TableReader reader({folder.write("x.csv", kTable)}, csv());
  counting::WordTable words;
  words.add("milk", 2);
  words.add("bread", 1);
  ReadingReport report;
  const Vocabulary vocabulary = Vocabulary::build(words, {.size = 2, .min_count = 1});
  EXPECT_EQ(tests::sentences_of(reader.encode(vocabulary, {}, report, {}), vocabulary),
            (tests::Sentences{{"milk"}, {"milk", "bread"}}));
  EXPECT_EQ(report.tokens, 5U);
  EXPECT_EQ(reader.fingerprints().size(), 1U);
}

TEST(TableReader, TellsHowMuchWasRead) {
  const TemporaryFolder folder;
  TableReader reader({folder.write("x.csv", kTable)}, csv());
  std::uint64_t last = 0;
  ReadingReport report;
  reader.count(report, {[&](std::uint64_t read, std::uint64_t total) {
                          last = read;
                          EXPECT_EQ(total, kTable.size());
                        },
                        {}});
  EXPECT_EQ(last, kTable.size());
}

TEST(TableReader, Refuses) {
  EXPECT_NE(
      message_of<InputError>([] { read("user,item\n", csv()); }).find("has a header and no rows"),
      std::string::npos);
  EXPECT_NE(message_of<InputError>([] { TableReader({}, csv()); }).find("no text is given"),
            std::string::npos);
}

TEST(OpenSource, RefusesTablesAsLinesOfSetsOnly) {
  const TemporaryFolder folder;
  const std::string file = folder.write("x.csv", "user,item\na,x\nb,y\n");
  EXPECT_THROW(open_source({file}, {.sets = true}), InputError);
  EXPECT_NO_THROW(open_source({file}, {}));
  EXPECT_NO_THROW(open_source({file}, csv()));
}

}  // namespace
}  // namespace bsg::corpus
