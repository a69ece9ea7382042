#include "sampling/negative_sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "chi_squared.h"
#include "paper_options.h"
#include "small_vocabulary.h"

namespace bsg::sampling {
namespace {

std::vector<std::uint64_t> zipf_counts(std::size_t words) {
  std::vector<std::uint64_t> counts;
  for (std::size_t rank = 1; rank <= words; ++rank) counts.push_back(1000000 / rank);
  return counts;
}

std::vector<std::uint64_t> draw_counts(const NegativeSampler& sampler, const PairCounter& pairs,
                                       std::size_t words, std::uint64_t draws) {
  std::vector<std::uint32_t> negatives;
  sampler.draw(1, 3, draws, pairs, negatives);
  EXPECT_EQ(negatives.size(), draws);
  std::vector<std::uint64_t> observed(words);
  for (const std::uint32_t word : negatives) ++observed[word];
  return observed;
}

TEST(NegativeSampler, WeightsAreCountsToThreeQuarters) {
  const auto weights = negative_weights(tests::vocabulary_with_counts({10000, 16, 1, 0}), 0.75);
  EXPECT_DOUBLE_EQ(weights[0], 1000);
  EXPECT_DOUBLE_EQ(weights[1], 8);
  EXPECT_DOUBLE_EQ(weights[2], 1);
  EXPECT_DOUBLE_EQ(weights[3], 0);
}

/// Draws with the positives excluded follow p_uni^¾ on the other words.
void expect_exclusion(const std::vector<std::uint32_t>& positives) {
  const auto vocabulary = tests::vocabulary_with_counts(zipf_counts(50));
  const NegativeSampler sampler(vocabulary, tests::paper_options().sampling, 5);
  PairCounter pairs(50);
  for (const std::uint32_t word : positives) pairs.add_positive(word);
  std::vector<double> expected = negative_weights(vocabulary, 0.75);
  for (const std::uint32_t word : positives) expected[word] = 0;
  EXPECT_TRUE(tests::agrees(draw_counts(sampler, pairs, 50, 200000), expected));
}

TEST(NegativeSampler, WithoutPositivesDrawsFromAllWords) {
  expect_exclusion({});
}

TEST(NegativeSampler, ExcludesFewPositives) {
  expect_exclusion({0, 7, 49});
}

TEST(NegativeSampler, ExcludesNearlyAllOfTheVocabulary) {
  std::vector<std::uint32_t> all_but_three;
  for (std::uint32_t word = 0; word < 50; ++word) {
    if (word != 20 && word != 33 && word != 49) all_but_three.push_back(word);
  }
  expect_exclusion(all_but_three);
}

TEST(NegativeSampler, DrawsNoneWhereEveryWordIsPositive) {
  const auto vocabulary = tests::vocabulary_with_counts(zipf_counts(5));
  const NegativeSampler sampler(vocabulary, tests::paper_options().sampling, 5);
  PairCounter pairs(5);
  for (std::uint32_t word = 0; word < 5; ++word) pairs.add_positive(word);
  std::vector<std::uint32_t> negatives;
  sampler.draw(1, 0, 1000, pairs, negatives);
  EXPECT_TRUE(negatives.empty());
}

TEST(NegativeSampler, DrawsPositivesTooWhenAskedTo) {
  SamplingOptions options;
  options.exclude_positives = false;
  const auto vocabulary = tests::vocabulary_with_counts(zipf_counts(20));
  const NegativeSampler sampler(vocabulary, options, 5);
  PairCounter pairs(20);
  for (std::uint32_t word = 0; word < 20; ++word) pairs.add_positive(word);
  EXPECT_TRUE(
      tests::agrees(draw_counts(sampler, pairs, 20, 200000), negative_weights(vocabulary, 0.75)));
}

TEST(NegativeSampler, DependsOnSeedIterationAndWord) {
  const auto vocabulary = tests::vocabulary_with_counts(zipf_counts(50));
  const PairCounter pairs(50);
  const auto draw = [&](std::uint64_t seed, std::uint32_t iteration, std::uint32_t word) {
    std::vector<std::uint32_t> negatives;
    NegativeSampler(vocabulary, tests::paper_options().sampling, seed)
        .draw(iteration, word, 100, pairs, negatives);
    return negatives;
  };
  EXPECT_EQ(draw(1, 1, 1), draw(1, 1, 1));
  EXPECT_NE(draw(1, 1, 1), draw(2, 1, 1));
  EXPECT_NE(draw(1, 1, 1), draw(1, 2, 1));
  EXPECT_NE(draw(1, 1, 1), draw(1, 1, 2));
}

}  // namespace
}  // namespace bsg::sampling
