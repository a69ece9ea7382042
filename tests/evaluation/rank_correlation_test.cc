#include "evaluation/rank_correlation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bsg::evaluation {
namespace {

using Values = std::vector<double>;

TEST(AverageRanks, TiesShareTheMeanOfTheirRanks) {
  EXPECT_EQ(average_ranks(Values{30, 10, 20, 10}), (Values{4, 1.5, 3, 1.5}));
  EXPECT_EQ(average_ranks(Values{5, 5, 5}), (Values{2, 2, 2}));
  EXPECT_TRUE(average_ranks(Values{}).empty());
}

TEST(RankCorrelation, OfOrdersThatAgreeOrAreReversedIsOne) {
  EXPECT_EQ(rank_correlation(Values{1, 2, 3, 4}, Values{-9, 0, 1, 1000}), 1.0);
  EXPECT_EQ(rank_correlation(Values{1, 2, 3, 4}, Values{4, 3, 2, 1}), -1.0);
}

TEST(RankCorrelation, WithoutTiesIsTheTextbookFormula) {
  const Values a{86, 97, 99, 100, 101, 103, 106, 110, 112, 113};
  const Values b{0, 20, 28, 27, 50, 29, 7, 17, 6, 12};
  const Values x = average_ranks(a), y = average_ranks(b);
  double squares = 0;
  for (std::size_t k = 0; k < x.size(); ++k) squares += (x[k] - y[k]) * (x[k] - y[k]);
  const double n = 10;
  EXPECT_NEAR(*rank_correlation(a, b), 1 - 6 * squares / (n * (n * n - 1)), 1e-15);
}

TEST(RankCorrelation, WithTiesIsPearsonsOfTheAverageRanks) {
  // Ranks 1.5 1.5 3 4 and 1 2.5 2.5 4: covariance 3.75, variances 4.5 and 4.5.
  EXPECT_NEAR(*rank_correlation(Values{1, 1, 2, 3}, Values{1, 2, 2, 3}), 3.75 / 4.5, 1e-15);
}

TEST(RankCorrelation, IsNotDefinedWithoutVariation) {
  EXPECT_FALSE(rank_correlation(Values{}, Values{}));
  EXPECT_FALSE(rank_correlation(Values{1}, Values{2}));
  EXPECT_FALSE(rank_correlation(Values{1, 1, 1}, Values{1, 2, 3}));
  EXPECT_FALSE(rank_correlation(Values{1, 2, 3}, Values{7, 7, 7}));
}

}  // namespace
}  // namespace bsg::evaluation
