#include <gtest/gtest.h>

#include "corpus/reading.h"
#include "files/temporary_folder.h"

namespace bsg::tokenizing {
namespace {

using tests::Sentences;

Sentences words_of(const std::string& text) {
  const tests::TemporaryFolder folder;
  return tests::read_texts({folder.write("text", text)}, {Tokenizer::words, false}).sentences;
}

TEST(WordTokenizer, English) {
  EXPECT_EQ(words_of("\"Don't panic,\" she said: it's 3.14 -- see U.S. law_2!\r\n(Next) LINE…\n"),
            (Sentences{{"don't", "panic", "she", "said", "it's", "3.14", "see", "u.s", "law_2"},
                       {"next", "line"}}));
}

TEST(WordTokenizer, German) {
  EXPECT_EQ(words_of("Die ÄPFEL, Öl-Übung & STRASSE = Straße.\n"),
            (Sentences{{"die", "äpfel", "öl", "übung", "strasse", "strasse"}}));
}

TEST(WordTokenizer, GreekFinalSigmaIsFolded) {
  EXPECT_EQ(words_of("ΟΔΥΣΣΕΥΣ Οδυσσεύς λόγος\n"), (Sentences{{"οδυσσευσ", "οδυσσεύσ", "λόγοσ"}}));
}

TEST(WordTokenizer, Russian) {
  EXPECT_EQ(words_of("Война и мир — «ВОЙНА»\n"), (Sentences{{"война", "и", "мир", "война"}}));
}

TEST(WordTokenizer, ChineseByDictionary) {
  EXPECT_EQ(words_of("我们在北京学习。\n"), (Sentences{{"我们", "在", "北京", "学习"}}));
}

TEST(WordTokenizer, ThaiByDictionary) {
  EXPECT_EQ(words_of("สวัสดีครับ ภาษาไทย\n"), (Sentences{{"สวัสดี", "ครับ", "ภาษา", "ไทย"}}));
}

TEST(WordTokenizer, CombiningMarksStayWithTheirLetter) {
  EXPECT_EQ(words_of("cafe\xCC\x81 noe\xCC\x88l\n"), (Sentences{{"cafe\xCC\x81", "noe\xCC\x88l"}}));
}

TEST(WordTokenizer, LinesWithoutAWordAreNoSentences) {
  EXPECT_EQ(words_of("one\n--- !!! ---\n\ntwo\n"), (Sentences{{"one"}, {"two"}}));
}

}  // namespace
}  // namespace bsg::tokenizing
