#include "features/word_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace bsg::features {
namespace {

std::multiset<std::string> ngrams(std::string_view word, NgramSizes sizes) {
  std::multiset<std::string> all;
  visit_ngrams(word, sizes, [&](const Ngram& ngram) { all.emplace(ngram.text); });
  return all;
}

TEST(Ngrams, AreThoseOfTheMarkedWord) {
  EXPECT_EQ(ngrams("cat", {3, 6}),
            (std::multiset<std::string>{"<ca", "<cat", "<cat>", "cat", "cat>", "at>"}));
}

TEST(Ngrams, AreOfCodePoints) {
  EXPECT_EQ(ngrams("aé", {3, 4}), (std::multiset<std::string>{"<aé", "<aé>", "aé>"}));
}

TEST(Ngrams, AMarkAloneIsNone) {
  EXPECT_EQ(ngrams("aa", {1, 2}), (std::multiset<std::string>{"<a", "a", "a", "aa", "a>"}));
}

TEST(Ngrams, OfAWordThatIsTooShortAreNone) {
  EXPECT_TRUE(ngrams("a", {4, 6}).empty());
}

TEST(WordFeatures, OfEachKindAreOfUnitLength) {
  const std::vector<std::string> tags{"food", "sweet"};
  const std::vector<WordFeature> features = features_of("banana", NgramSizes{2, 3}, tags);
  std::map<char, double> squares;
  for (const auto& [name, value] : features) squares[name[0]] += double{value} * double{value};
  EXPECT_NEAR(squares['s'], 1, 1e-6);
  EXPECT_NEAR(squares['t'], 1, 1e-6);
  EXPECT_TRUE(std::ranges::is_sorted(features));
}

TEST(WordFeatures, CountWhatAWordHasTwice) {
  const std::vector<WordFeature> features = features_of("banana", NgramSizes{3, 3});
  std::map<std::string, float> values;
  for (const auto& [name, value] : features) values[name] = value;
  // <ba ban ana nan ana na>: the first counts twice, one is there twice, three once.
  EXPECT_EQ(values.size(), 5U);
  EXPECT_NEAR(values["sana"], 2 / std::sqrt(11.0), 1e-6);
  EXPECT_NEAR(values["s<ba"], 2 / std::sqrt(11.0), 1e-6);
  EXPECT_NEAR(values["sban"], 1 / std::sqrt(11.0), 1e-6);
}

TEST(WordFeatures, CountLongNgramsMore) {
  const std::vector<WordFeature> features = features_of("abc", NgramSizes{2, 5});
  std::map<std::string, float> values;
  for (const auto& [name, value] : features) values[name] = value;
  // Of <abc>, in the order of their lengths: <a ab bc c>, <ab abc bc>, <abc abc>, <abc>.
  const double length = std::sqrt(4.0 + 3 + 2.0 * (4 + 1 + 1) + 3.0 * (4 + 1) + 4.0 * 4);
  EXPECT_NEAR(values["sab"], 1 / length, 1e-6);
  EXPECT_NEAR(values["sabc"], std::sqrt(2) / length, 1e-6);
  EXPECT_NEAR(values["sabc>"], std::sqrt(3) / length, 1e-6);
  EXPECT_NEAR(values["s<a"], 2 / length, 1e-6);
  EXPECT_NEAR(values["s<abc>"], 2 * std::sqrt(4) / length, 1e-6);
}

TEST(WordFeatures, TagsAndNgramsOfOneNameAreTwoFeatures) {
  const std::vector<std::string> tags{"<at"};
  const std::vector<WordFeature> features = features_of("at", NgramSizes{3, 3}, tags);
  ASSERT_EQ(features.size(), 3U);
  EXPECT_EQ(features[0].name, "s<at");
  EXPECT_EQ(features[2].name, "t<at");
}

}  // namespace
}  // namespace bsg::features
