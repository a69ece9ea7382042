// What counts as a line, a token and a text: through CorpusReader.

#include <gtest/gtest.h>

#include <ostream>

#include "corpus/compress.h"
#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::corpus {
namespace {

using tests::Outcome;
using tests::read_texts;
using tests::Sentences;
using tests::TemporaryFolder;
using namespace std::string_literals;

constexpr CorpusOptions kSets{.tokenizer = Tokenizer::whitespace, .sets = true};

Outcome read_string(const std::string& content, const CorpusOptions& options = {}) {
  const TemporaryFolder folder;
  return read_texts({folder.write("text", content)}, options);
}

TEST(Lines, EndWithLineFeedOrBoth) {
  const Sentences expected = {{"a", "b"}, {"c"}, {"d"}};
  EXPECT_EQ(read_string("a b\nc\nd\n").sentences, expected);
  EXPECT_EQ(read_string("a b\r\nc\r\nd\r\n").sentences, expected);
  EXPECT_EQ(read_string("a b\nc\nd").sentences, expected);
  EXPECT_EQ(read_string("a b\r\nc\r\nd").sentences, expected);
  EXPECT_EQ(read_string("\n\n a b \n\n\t\r\nc\n\nd\n\n\n").sentences, expected);
}

TEST(Lines, WithoutATokenAreNotCounted) {
  const Outcome outcome = read_string("\n a b\n \n\r\nc\n\n");
  EXPECT_EQ(outcome.lines, 2U);
  EXPECT_EQ(outcome.tokens, 3U);
}

TEST(Tokens, AreSeparatedByAsciiWhiteSpaceAndNul) {
  EXPECT_EQ(read_string("a b\tc\vd\fe\rf\0g  h\n"s).sentences,
            (Sentences{{"a", "b", "c", "d", "e", "f", "g", "h"}}));
}

TEST(Tokens, KeepOtherSpacesPunctuationAndCase) {
  // U+00A0, U+2028 and U+0085 are not ASCII.
  EXPECT_EQ(read_string("A\xC2\xA0"
                        "b x\xE2\x80\xA8y c\xC2\x85"
                        "d e,f\x01!\n")
                .sentences,
            (Sentences{{"A\xC2\xA0"
                        "b",
                        "x\xE2\x80\xA8y",
                        "c\xC2\x85"
                        "d",
                        "e,f\x01!"}}));
}

TEST(ByteOrderMark, IsDroppedAtTheStartOfEachTextOnly) {
  const TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  const std::string first = folder.write("first", mark + "a " + mark + "b\n");
  const std::string second = folder.write("second", tests::gzip(mark + "c\n" + mark + "d"));
  const std::string only_mark = folder.write("third", mark);
  const std::string short_text = folder.write("fourth", "e");
  EXPECT_EQ(read_texts({first, second, only_mark, short_text}).sentences,
            (Sentences{{"a", mark + "b"}, {"c"}, {mark + "d"}, {"e"}}));
}

struct InvalidCase {
  std::string bytes;
  std::string repaired;
  std::uint64_t sequences;

  friend void PrintTo(const InvalidCase& invalid, std::ostream* out) {
    *out << testing::PrintToString(invalid.bytes);
  }
};

class InvalidUtf8 : public testing::TestWithParam<InvalidCase> {};

TEST_P(InvalidUtf8, BecomesReplacementCharacters) {
  for (const Tokenizer tokenizer : {Tokenizer::whitespace, Tokenizer::words}) {
    const Outcome outcome = read_string(GetParam().bytes + "\nb ok\n", {tokenizer, false});
    EXPECT_EQ(outcome.invalid, GetParam().sequences);
    if (tokenizer == Tokenizer::whitespace) {
      EXPECT_EQ(outcome.sentences, (Sentences{{GetParam().repaired}, {"b", "ok"}}));
    }
  }
}

const std::string kBad = "\xEF\xBF\xBD";

INSTANTIATE_TEST_SUITE_P(
    Kinds, InvalidUtf8,
    testing::Values(
        InvalidCase{"a\x80z", "a" + kBad + "z", 1},                     // lone continuation
        InvalidCase{"\xFF\xFE", kBad + kBad, 2},                        // never in UTF-8
        InvalidCase{"a\xC3", "a" + kBad, 1},                            // cut short by the line end
        InvalidCase{"\xC3(", kBad + "(", 1},                            // cut short by ASCII
        InvalidCase{"\xE2\x82z", kBad + "z", 1},                        // two bytes of three
        InvalidCase{"\xF0\x9F\x98z", kBad + "z", 1},                    // three bytes of four
        InvalidCase{"\xC0\xAF", kBad + kBad, 2},                        // overlong
        InvalidCase{"\xE0\x80\xAF", kBad + kBad + kBad, 3},             // overlong
        InvalidCase{"\xED\xA0\x80", kBad + kBad + kBad, 3},             // surrogate
        InvalidCase{"\xF4\x90\x80\x80", kBad + kBad + kBad + kBad, 4},  // above U+10FFFF
        InvalidCase{"\xEF\xBF\xBD", kBad, 0},                           // valid U+FFFD itself
        InvalidCase{"\xF0\x9F\x98\x80\xE2\x82\xAC", "\xF0\x9F\x98\x80\xE2\x82\xAC", 0}));

TEST(InvalidUtf8, AtTheEndOfATextDoesNotReachIntoTheNext) {
  const TemporaryFolder folder;
  const Outcome outcome = read_texts({folder.write("1", "a \xC3"), folder.write("2", "\xA9 b")});
  EXPECT_EQ(outcome.invalid, 2U);
  EXPECT_EQ(outcome.sentences, (Sentences{{"a", kBad}, {kBad, "b"}}));
}

TEST(Sets, RepeatsInALineCountOnce) {
  const Outcome outcome = read_string("b a b b a\na a\n\nc b c\n", kSets);
  EXPECT_EQ(outcome.sentences, (Sentences{{"b", "a"}, {"a"}, {"c", "b"}}));
  EXPECT_EQ(outcome.counts, (tests::Counts{{"a", 2}, {"b", 2}, {"c", 1}}));
  EXPECT_EQ(outcome.tokens, 5U);
  EXPECT_EQ(outcome.lines, 3U);
}

TEST(Sets, RepeatsAreToldAfterFoldingAndRepair) {
  EXPECT_EQ(read_string("Apple apple pear\n", {Tokenizer::words, true}).sentences,
            (Sentences{{"apple", "pear"}}));
  EXPECT_EQ(read_string("\xFF a \xFE\n", kSets).sentences, (Sentences{{kBad, "a"}}));
}

TEST(Sets, EndOfATextEndsTheSet) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_texts({folder.write("1", "a b"), folder.write("2", "a b")}, kSets).sentences,
            (Sentences{{"a", "b"}, {"a", "b"}}));
}

TEST(Texts, OneFileOrTheSameLinesInSeveral) {
  const TemporaryFolder folder;
  const std::string whole = folder.write("whole", "a b\nc\nd e f\n");
  const std::string first = folder.write("first", "a b\nc");
  const std::string empty = folder.write("empty", "");
  const std::string rest = folder.write("rest", "d e f");
  EXPECT_EQ(read_texts({whole}), read_texts({first, empty, rest}));
}

TEST(Texts, GivenTwiceIsReadTwice) {
  const TemporaryFolder folder;
  const std::string path = folder.write("text", "a b\n");
  EXPECT_EQ(read_texts({path, path}).sentences, (Sentences{{"a", "b"}, {"a", "b"}}));
}

}  // namespace
}  // namespace bsg::corpus
