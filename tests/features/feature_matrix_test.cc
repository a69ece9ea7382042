#include "features/feature_matrix.h"

#include <gtest/gtest.h>

#include "features/prediction.h"

namespace bsg::features {
namespace {

FeatureMatrix matrix_of(const std::vector<std::vector<WordFeature>>& words, std::size_t least) {
  FeatureRows rows;
  for (const auto& word : words) rows.add(word);
  return rows.matrix(least);
}

const std::vector<std::vector<WordFeature>> kWords{
    {{"tb", 0.6F}, {"ta", 0.8F}}, {{"tc", 1.0F}}, {}, {{"ta", 1.0F}}};

TEST(FeatureMatrix, IsTheSameByWordAndByFeature) {
  const FeatureMatrix matrix = matrix_of(kWords, 1);
  EXPECT_EQ(matrix.words(), 4U);
  EXPECT_EQ(matrix.names(), (std::vector<std::string>{"ta", "tb", "tc"}));
  EXPECT_EQ(matrix.of_word(0).ids.size() + matrix.of_word(1).ids.size(), 3U);
  const FeatureEntries first = matrix.of_word(0);
  ASSERT_EQ(first.ids.size(), 2U);
  EXPECT_EQ(first.ids[0], 0U);
  EXPECT_EQ(first.values[0], 0.8F);
  EXPECT_TRUE(matrix.of_word(2).ids.empty());
  const FeatureEntries of_a = matrix.of_feature(0);
  ASSERT_EQ(of_a.ids.size(), 2U);
  EXPECT_EQ(of_a.ids[1], 3U);
  EXPECT_EQ(of_a.values[0], 0.8F);
}

TEST(FeatureMatrix, LeavesOutWhatFewWordsHaveAndKeepsTheRestAsItIs) {
  const FeatureMatrix matrix = matrix_of(kWords, 2);
  EXPECT_EQ(matrix.names(), std::vector<std::string>{"ta"});
  ASSERT_EQ(matrix.of_word(0).ids.size(), 1U);
  EXPECT_EQ(matrix.of_word(0).values[0], 0.8F);
  EXPECT_TRUE(matrix.of_word(1).ids.empty());
}

TEST(Prediction, AddsWeightsAndVariances) {
  const std::vector<std::string> names{"ta", "tb"};
  const std::vector<float> weights{1, 2, 10, 20};
  const std::vector<float> variances{0.5F, 0.25F};
  const FeatureWeights learned{.dimension = 2,
                               .weights = weights,
                               .variances = variances,
                               .variance = 3,
                               .unknown_variance = 8};
  const std::vector<WordFeature> word{{"ta", 0.5F}, {"tb", 1.0F}, {"tz", 0.5F}};
  const Prediction prediction = predict(names, learned, word);
  EXPECT_EQ(prediction.mean, (std::vector<float>{10.5F, 21}));
  EXPECT_DOUBLE_EQ(prediction.variance, 3 + 0.25 * 0.5 + 0.25 + 0.25 * 8);
  EXPECT_EQ(prediction.known, 2U);
}

}  // namespace
}  // namespace bsg::features
