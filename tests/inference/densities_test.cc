#include "inference/densities.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chi_squared.h"
#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

std::vector<float> initial_means(Side side, std::uint64_t seed, std::size_t words = 2000) {
  Densities densities(words, 30);
  initialise(densities, side, seed);
  return densities.means();
}

double normal_distribution(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

TEST(InitialDensities, HaveStandardNormalMeans) {
  constexpr double width = 0.25;
  constexpr int cells = 24;  // from -3 to 3, and what lies beyond
  std::vector<std::uint64_t> observed(cells + 2);
  for (const float mean : initial_means(Side::target, 5)) {
    const double cell = std::floor((mean + 3) / width);
    ++observed[static_cast<std::size_t>(std::clamp(cell, -1.0, 1.0 * cells) + 1)];
  }
  std::vector<double> weights{normal_distribution(-3)};
  for (int cell = 0; cell < cells; ++cell) {
    const double left = -3 + cell * width;
    weights.push_back(normal_distribution(left + width) - normal_distribution(left));
  }
  weights.push_back(normal_distribution(-3));
  EXPECT_TRUE(tests::agrees(observed, weights));
}

/// The correlation of 60,000 independent pairs has a standard deviation of 0.004.
TEST(InitialDensities, AreIndependentBetweenSidesSeedsAndNeighbours) {
  const std::vector<float> means = initial_means(Side::target, 5);
  const auto correlation = [&means](const std::vector<float>& others, std::size_t shift) {
    double sum = 0;
    for (std::size_t k = 0; k + shift < means.size(); ++k) {
      sum += double{means[k]} * double{others[k + shift]};
    }
    return std::abs(sum) / static_cast<double>(means.size());
  };
  EXPECT_LT(correlation(initial_means(Side::context, 5), 0), 0.02);
  EXPECT_LT(correlation(initial_means(Side::target, 6), 0), 0.02);
  EXPECT_LT(correlation(means, 1), 0.02);   // within a word
  EXPECT_LT(correlation(means, 30), 0.02);  // the word after
}

TEST(InitialDensities, OfAWordDoNotDependOnTheVocabularySize) {
  const std::vector<float> few = initial_means(Side::target, 5, 10);
  std::vector<float> many = initial_means(Side::target, 5, 300);
  many.resize(few.size());
  EXPECT_EQ(few, many);
}

TEST(InitialDensities, HaveUnitVariancesAndZeroPadding) {
  constexpr std::size_t m = 5;
  Densities densities(3, m);
  initialise(densities, Side::context, 1);
  EXPECT_EQ(densities.variances(), std::vector<float>(3 * m, 1.0F));
  for (std::uint32_t word = 0; word < 3; ++word) {
    for (std::size_t k = m; k < kernels::row_stride(m); ++k) {
      EXPECT_EQ(densities.mean(word)[k], 0.0F);
      EXPECT_EQ(densities.variance(word)[k], 0.0F);
    }
  }
}

}  // namespace
}  // namespace bsg::inference
