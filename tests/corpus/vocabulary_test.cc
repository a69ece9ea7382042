#include "corpus/vocabulary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::corpus {
namespace {

using tests::message_of;
using tests::TemporaryFolder;
using Listed = std::vector<std::pair<std::string, std::uint64_t>>;

counting::WordTable table_of(const Listed& words) {
  counting::WordTable table;
  for (const auto& [word, count] : words) table.add(word, count);
  return table;
}

Listed listed(const Vocabulary& vocabulary) {
  Listed words;
  for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
    words.emplace_back(vocabulary.word(id), vocabulary.count(id));
    EXPECT_EQ(vocabulary.find(vocabulary.word(id)), id);
  }
  return words;
}

const Listed kWords = {{"b", 5}, {"zz", 9}, {"a", 5}, {"\xC3\xA9", 5}, {"ab", 5}, {"rare", 1}};
const Listed kOrdered = {{"zz", 9}, {"a", 5}, {"ab", 5}, {"b", 5}, {"\xC3\xA9", 5}, {"rare", 1}};

TEST(VocabularyBuild, OrdersByCountThenBytes) {
  const Vocabulary vocabulary = Vocabulary::build(table_of(kWords), {.size = 100, .min_count = 1});
  EXPECT_EQ(listed(vocabulary), kOrdered);
  EXPECT_EQ(vocabulary.total(), 30U);
  EXPECT_TRUE(vocabulary.has_counts());
  EXPECT_EQ(vocabulary.find("nowhere"), std::nullopt);
}

TEST(VocabularyBuild, CutsBySizeAndByCount) {
  const counting::WordTable table = table_of(kWords);
  const Vocabulary small = Vocabulary::build(table, {.size = 3, .min_count = 1});
  EXPECT_EQ(listed(small), Listed(kOrdered.begin(), kOrdered.begin() + 3));
  EXPECT_EQ(small.total(), 19U);
  const Vocabulary frequent = Vocabulary::build(table, {.size = 100, .min_count = 5});
  EXPECT_EQ(listed(frequent), Listed(kOrdered.begin(), kOrdered.end() - 1));
}

TEST(VocabularyBuild, DoesNotDependOnTheOrderOfCounting) {
  Listed words;
  for (int i = 0; i < 5000; ++i)
    words.emplace_back(std::to_string(i * 7919), 1 + static_cast<std::uint64_t>(i % 3));
  const VocabularyOptions options{.size = 1234, .min_count = 1};
  const Listed expected = listed(Vocabulary::build(table_of(words), options));
  std::mt19937 random(7);
  for (int turn = 0; turn < 5; ++turn) {
    std::shuffle(words.begin(), words.end(), random);
    EXPECT_EQ(listed(Vocabulary::build(table_of(words), options)), expected);
  }
}

TEST(VocabularyBuild, NeedsTwoWords) {
  const auto message = [](const Listed& words, const VocabularyOptions& options) {
    return message_of<InputError>([&] { (void)Vocabulary::build(table_of(words), options); });
  };
  EXPECT_NE(message({}, {}).find("0 tokens of 0 distinct words"), std::string::npos);
  EXPECT_NE(message({{"only", 7}}, {}).find("7 tokens of 1 distinct words"), std::string::npos);
  const std::string too_rare = message(kWords, {.size = 10, .min_count = 6});
  EXPECT_NE(too_rare.find(", and min-count 6 with "), std::string::npos) << too_rare;
  EXPECT_NE(too_rare.find("30 tokens of 6 distinct words"), std::string::npos) << too_rare;
  const std::string too_small = message(kWords, {.size = 1, .min_count = 1});
  EXPECT_NE(too_small.find("vocabulary-size 1 leaves"), std::string::npos) << too_small;
}

TEST(VocabularyFile, RoundTrip) {
  const TemporaryFolder folder;
  Vocabulary::build(table_of(kWords), {.size = 100, .min_count = 1}).write(folder / "words");
  EXPECT_EQ(tests::content_of(folder / "words"),
            "zz\t9\na\t5\nab\t5\nb\t5\n\xC3\xA9\t5\nrare\t1\n");
  const Vocabulary read = Vocabulary::read(folder / "words");
  EXPECT_EQ(listed(read), kOrdered);
  EXPECT_EQ(read.total(), 30U);
  EXPECT_TRUE(read.has_counts());
}

TEST(VocabularyFile, KeepsAWordThatBeginsWithAByteOrderMark) {
  const TemporaryFolder folder;
  const Vocabulary read =
      Vocabulary::read(folder.write("two marks", "\xEF\xBB\xBF\xEF\xBB\xBFone\ntwo\n"));
  EXPECT_EQ(read.word(0), "\xEF\xBB\xBFone");
  read.write(folder / "written");
  EXPECT_EQ(Vocabulary::read(folder / "written").word(0), read.word(0));
}

TEST(VocabularyFile, CountsAreBroughtInOrder) {
  const TemporaryFolder folder;
  const std::string path = folder.write("words", "\xEF\xBB\xBFrare\t1\r\nb\t5\r\nzz\t9\r\na\t5");
  EXPECT_EQ(listed(Vocabulary::read(path)), (Listed{{"zz", 9}, {"a", 5}, {"b", 5}, {"rare", 1}}));
}

TEST(VocabularyFile, WithoutCountsKeepsItsOrder) {
  const TemporaryFolder folder;
  const Vocabulary vocabulary = Vocabulary::read(folder.write("words", "b\nc\na\n"));
  EXPECT_EQ(listed(vocabulary), (Listed{{"b", 0}, {"c", 0}, {"a", 0}}));
  EXPECT_FALSE(vocabulary.has_counts());
  vocabulary.write(folder / "again");
  EXPECT_EQ(tests::content_of(folder / "again"), "b\nc\na\n");
}

TEST(VocabularyFile, ReadsLargeAndCompressedFiles) {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 300000; i > 0; --i)
    lines += "word" + std::to_string(i) + "\t" + std::to_string(i) + "\n";
  const Vocabulary plain = Vocabulary::read(folder.write("plain", lines));
  ASSERT_EQ(plain.size(), 300000U);
  EXPECT_EQ(plain.word(299999), "word1");
  EXPECT_EQ(listed(Vocabulary::read(folder.write("gz", tests::gzip(lines)))), listed(plain));
}

TEST(VocabularyFile, ErrorsNameFileAndLine) {
  const TemporaryFolder folder;
  const auto expect = [&](std::string_view content, const std::string& line,
                          const std::string& reason) {
    const std::string path = folder.write("words", content);
    const std::string message = message_of<InputError>([&] { (void)Vocabulary::read(path); });
    EXPECT_NE(message.find(path), std::string::npos) << message;
    EXPECT_NE(message.find(line), std::string::npos) << message;
    EXPECT_NE(message.find(reason), std::string::npos) << message;
  };
  expect("a\nb\na\n", "line 3", "'a' is in line 1 already");
  expect("a\t1\nb\n", "line 2", "no count");
  expect("a\nb\t1\n", "line 2", "has a count");
  expect("a\t1\nb\tmany\n", "line 2", "'many'");
  expect("a\t1\nb\t-2\n", "line 2", "'-2'");
  expect("a\t0\nb\t0\n", "", "no count above 0");
  expect("a\t1\nb\t1.5\n", "line 2", "'1.5'");
  expect("a\t1\nb\t\n", "line 2", "''");
  expect("a\t1\nb\t99999999999999999999\n", "line 2", "'99999999999999999999'");
  expect("a\t9223372036854775807\nb\t1\n", "line 2", "add up to more than");
  expect("a\t9223372036854775808\nb\t1\n", "line 1", "add up to more than");
  expect("a\n\nb\n", "line 2", "no word");
  expect("a\t1\n\t3\n", "line 2", "no word");
  expect("a\nb c\n", "line 2", "white space");
  expect(std::string_view("a\nb\0c\n", 6), "line 2", "white space");
  expect("a\n\xFF\n", "line 2", "UTF-8");
  expect("a\n", "", "at least two");
  expect("", "", "at least two");
}

TEST(VocabularyFile, FileErrors) {
  const TemporaryFolder folder;
  EXPECT_THROW((void)Vocabulary::read(folder / "missing"), FileError);
  EXPECT_THROW((void)Vocabulary::read(folder.path()), FileError);
  const Vocabulary vocabulary = Vocabulary::build(table_of(kWords), {});
  EXPECT_THROW(vocabulary.write(folder / "missing/words"), FileError);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_THROW(vocabulary.write("/dev/full"), FileError);
  }
}

}  // namespace
}  // namespace bsg::corpus
