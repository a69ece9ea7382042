// Lines and words that are longer than a block, and texts of many blocks, against a splitter that
// knows no blocks.

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::corpus {
namespace {

using tests::Outcome;
using tests::read_texts;
using tests::Sentences;
using tests::TemporaryFolder;

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// Tokens between single bytes of white space; valid UTF-8 is assumed.
Outcome split(const std::string& text, bool sets) {
  Outcome outcome;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::vector<std::string> tokens;
    std::set<std::string> seen;
    std::string token;
    for (std::size_t at = begin; at <= end; ++at) {
      const char c = at < end ? text[at] : ' ';
      if (c != ' ' && c != '\t' && c != '\r' && c != '\0') {
        token.push_back(c);
      } else if (!token.empty()) {
        if (!sets || seen.insert(token).second) tokens.push_back(token);
        token.clear();
      }
    }
    for (const std::string& word : tokens) ++outcome.counts[word];
    outcome.tokens += tokens.size();
    if (!tokens.empty()) outcome.sentences.push_back(tokens);
    begin = end + 1;
  }
  outcome.lines = outcome.sentences.size();
  return outcome;
}

/// Words by a skewed law, lines of every length; `line_end_every` tokens on average.
std::string random_text(std::size_t bytes, std::uint32_t line_end_every, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < bytes) {
    text += 'w';
    text += std::to_string((random() % 3000) * (random() % 3000) / 3000);
    const bool ends = random() % line_end_every == 0;
    text += ends ? (random() % 2 == 0 ? "\n" : "\r\n") : (random() % 5 == 0 ? " \t" : " ");
  }
  return text;
}

void expect_as_split(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.write("text", text);
  for (const bool sets : {false, true}) {
    const Outcome outcome = read_texts({path}, {Tokenizer::whitespace, sets});
    // Not EXPECT_EQ: megabytes would be printed.
    EXPECT_TRUE(outcome == split(text, sets)) << "sets " << sets;
  }
}

TEST(LongLines, ManyBlocksOfShortLines) {
  expect_as_split(random_text(4 * kMiB, 20, 1));
}

TEST(LongLines, LinesOfHundredsOfKilobytes) {
  expect_as_split(random_text(4 * kMiB, 100000, 2));
}

TEST(LongLines, OneLineOfSeveralBlocks) {
  const std::string text = random_text(4 * kMiB, 0xFFFFFFFF, 3);
  expect_as_split(text);
  expect_as_split("before it\n" + text + "\nbehind it\n");
}

TEST(LongLines, OneWordOfSeveralBlocks) {
  const std::string word(3 * kMiB + 17, 'x');
  expect_as_split("a " + word + " b\nc " + word);
  expect_as_split(word + "\n" + word + "y");
}

TEST(LongLines, OnlyWhiteSpaceForSeveralBlocks) {
  const std::string spaces(3 * kMiB + 5, ' ');
  expect_as_split("a" + spaces + "b\n" + spaces + "\nc" + spaces);
  expect_as_split(std::string(2 * kMiB, '\n') + "a\nb" + std::string(2 * kMiB, '\n'));
}

TEST(LongLines, CutsAroundTheBlockSizeLoseNothing) {
  for (std::size_t length = kMiB - 2; length <= kMiB + 2; ++length) {
    expect_as_split(std::string(length, 'x') + "\nb\n");
    expect_as_split("a " + std::string(length - 2, 'x') + " b");
    expect_as_split(std::string(length, ' ') + "b a");
  }
}

TEST(LongLines, MultibyteCharactersAreNotCut) {
  std::string text;
  while (text.size() < 3 * kMiB) text += "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
  const TemporaryFolder folder;
  const Outcome outcome = read_texts({folder.write("text", "x" + text + " y" + text)});
  EXPECT_EQ(outcome.invalid, 0U);
  EXPECT_EQ(outcome.tokens, 2U);
}

TEST(LongLines, SegmentedWordsDoNotFeelTheCut) {
  // One line of several blocks has the words of the same text in lines of one sentence each.
  const std::string sentence = "Don't say \xC3\x84PFEL, 3.14 \xE6\x88\x91\xE4\xBB\xAC ";
  std::string one_line;
  std::string many_lines;
  while (one_line.size() < 2 * kMiB + kMiB / 2) {
    one_line += sentence;
    many_lines += sentence + "\n";
  }
  const TemporaryFolder folder;
  const Outcome one = read_texts({folder.write("one", one_line)}, {Tokenizer::words, false});
  const Outcome many = read_texts({folder.write("many", many_lines)}, {Tokenizer::words, false});
  EXPECT_EQ(one.counts, many.counts);
  EXPECT_EQ(one.sentences.size(), 1U);
  EXPECT_EQ(many.counts.size(), 5U);
}

class Threads : public testing::TestWithParam<int> {};

TEST_P(Threads, DoNotChangeTheResult) {
  const TemporaryFolder folder;
  const std::string text = random_text(4 * kMiB, 3000, 4);
  const std::size_t half = text.find('\n', text.size() / 2) + 1;
  const std::vector<std::string> texts = {folder.write("1", text.substr(0, half)),
                                          folder.write("2.gz", tests::gzip(text.substr(half)))};
  const Outcome expected = split(text, false);
  const tbb::global_control more_than_cores(tbb::global_control::max_allowed_parallelism, 8);
  tbb::task_arena arena(GetParam());
  arena.execute([&] { EXPECT_TRUE(read_texts(texts) == expected); });
}

INSTANTIATE_TEST_SUITE_P(Numbers, Threads, testing::Values(1, 2, 3, 7));

}  // namespace
}  // namespace bsg::corpus
