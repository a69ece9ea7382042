#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "bsg/evaluate.h"
#include "files/temporary_folder.h"

namespace bsg::tests {
namespace {

class SimilaritySetFile : public testing::Test {
 protected:
  SimilaritySet read(const std::string& content, const std::string& name = "set.txt") {
    return read_similarity_set(folder_.write(name, content));
  }

  void expect_pair(const std::string& content, const std::string& first, const std::string& second,
                   double rating) {
    const SimilaritySet set = read(content);
    ASSERT_FALSE(set.pairs.empty()) << content;
    const RatedPair& pair = set.pairs.front();
    EXPECT_EQ(pair.first, first) << content;
    EXPECT_EQ(pair.second, second) << content;
    EXPECT_EQ(pair.rating, rating) << content;
  }

  /// The message names the file, the line and what is wrong.
  void expect_refused(const std::string& content, const std::string& where,
                      const std::string& what) {
    try {
      read(content);
      ADD_FAILURE() << "accepted: " << content;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("set.txt'" + where), std::string::npos) << message;
      EXPECT_NE(message.find(what), std::string::npos) << message;
    }
  }

  TemporaryFolder folder_;
};

TEST_F(SimilaritySetFile, IsReadInEveryPublishedForm) {
  // WordSim353: tabs, carriage returns.
  expect_pair("love\tsex\t6.77\r\ntiger\tcat\t7.35\r\n", "love", "sex", 6.77);
  // Its original: commas, and a header whose raters are numbers.
  expect_pair("Word 1,Word 2,Human (mean),1,2\nlove,sex,6.77,9,6\n", "love", "sex", 6.77);
  // SCWS: a number, words with their parts of speech, contexts, the mean rating, ten ratings.
  expect_pair("7\tBrazil\tn\tnut\tn\tin 1 <b> Brazil </b> .\ta 2 <b> nut </b>\t1.1\t1\t2\n",
              "Brazil", "nut", 1.1);
  // Rare Words: the mean and as many ratings as there are.
  expect_pair("squishing\tsquirt\t5.88\t7\t7\nundated\tundatable\t5.83\t10\n", "squishing",
              "squirt", 5.88);
  // MEN: spaces.
  expect_pair("sun sunlight 50.000000\n", "sun", "sunlight", 50);
  // SimLex-999: a header, and text before the rating.
  expect_pair("word1\tword2\tPOS\tSimLex999\tconc(w1)\r\nold\tnew\tA\t1.58\t2.72\r\n", "old", "new",
              1.58);
}

TEST_F(SimilaritySetFile, OfTheOnlineKindMayHaveCommentsEmptyLinesAndAMark) {
  const SimilaritySet set = read("\xEF\xBB\xBF# rated by hand\n\na b 1\n   \n# more\nc d -2.5e1");
  ASSERT_EQ(set.pairs.size(), 2U);
  EXPECT_EQ(set.pairs[0].first, "a");
  EXPECT_EQ(set.pairs[1].rating, -25);
}

TEST_F(SimilaritySetFile, KeepsEveryPairInOrder) {
  const SimilaritySet set = read("x  y   3\ny x 2\nx y 3\n");
  ASSERT_EQ(set.pairs.size(), 3U);
  EXPECT_EQ(set.pairs[1].first, "y");
  EXPECT_EQ(set.pairs[2].rating, 3);
}

TEST_F(SimilaritySetFile, IsNamedAfterTheFile) {
  EXPECT_EQ(read("a b 1\n", "men.txt").name, "men");
  EXPECT_EQ(read("a b 1\n", "simlex-999").name, "simlex-999");
}

TEST_F(SimilaritySetFile, MayHaveWordsThatAreNumbers) {
  expect_pair("1984\torwell\t8\n2001\tkubrick\t9\n", "1984", "orwell", 8);
}

TEST_F(SimilaritySetFile, SaysWhichLineIsDamaged) {
  expect_refused("", " has no pairs", "");
  expect_refused("a b 1\nc d\n", " line 2", "two words and a rating");
  expect_refused("a b 1\nc d 2\ne f\n", " line 3", "2 fields");
  expect_refused("a b 1\nc d 2\n\ne f 2x\n", " line 4", "'2x' is not a number");
  expect_refused("a b 6.7x\nc d 2\n", " line 1", "'6.7x' is not a number");
  expect_refused("a b\n", " line 1", "two words and a rating");
  expect_refused("a\tb\t1\n\td\t2\n", " line 2", "no word");
  expect_refused("a b 1\nc d nan\n", " line 2", "");
  expect_refused("a b 1\n\xFF d 2\n", " line 2", "UTF-8");
  expect_refused("1\ta\tn\tb\tn\tx\ty\t2\n2\tc\tn\td\tn\tx\ty\n", " line 2", "");
}

TEST_F(SimilaritySetFile, ThatIsMissingIsAFileError) {
  EXPECT_THROW(read_similarity_set(folder_ / "none.txt"), FileError);
  EXPECT_THROW(read_analogy_set(folder_ / "none.txt"), FileError);
}

}  // namespace
}  // namespace bsg::tests
