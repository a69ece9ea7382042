#include "comparing/distance_prior.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace bsg::comparing {
namespace {

struct Drawn {
  std::vector<double> truth;
  std::vector<Distance> estimates;
};

/// Estimates as sums of squares give them: for a true distance d, scale · (χ²(40, d / scale) − 40),
/// which has the variance scale² · 80 + 4 · scale · d.
Drawn draw(std::size_t words, std::mt19937_64& random,
           const std::function<double(std::mt19937_64&)>& true_distance) {
  constexpr int kSquares = 40;
  std::normal_distribution<double> normal;
  std::lognormal_distribution<double> scales(std::log(0.004), 0.7);
  Drawn drawn;
  for (std::size_t n = 0; n < words; ++n) {
    const double scale = scales(random), d = true_distance(random);
    double sum = 0;
    for (int k = 0; k < kSquares; ++k) {
      const double x = normal(random) + (k == 0 ? std::sqrt(d / scale) : 0);
      sum += x * x;
    }
    drawn.truth.push_back(d);
    drawn.estimates.push_back({.value = scale * (sum - kSquares),
                               .noise = scale * scale * 2 * kSquares,
                               .growth = 4 * scale});
  }
  return drawn;
}

/// Among words with a probability near p, about that share is truly above the threshold.
void expect_calibrated(const Drawn& drawn, double threshold) {
  constexpr std::size_t kBins = 5;
  const DistancePrior prior(drawn.estimates);
  std::array<double, kBins> words{}, told{}, above{};
  for (std::size_t n = 0; n < drawn.truth.size(); ++n) {
    const double p = prior.probability_above(drawn.estimates[n], threshold);
    ASSERT_TRUE(p >= 0 && p <= 1) << p;
    const auto bin = std::min(static_cast<std::size_t>(p * kBins), kBins - 1);
    words[bin] += 1;
    told[bin] += p;
    above[bin] += drawn.truth[n] > threshold ? 1 : 0;
  }
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    SCOPED_TRACE(::testing::Message() << "threshold " << threshold << ", bin " << bin << " of "
                                      << words[bin] << " words");
    if (words[bin] < 50) continue;
    const double expected = told[bin] / words[bin];
    const double error = std::sqrt(expected * (1 - expected) / words[bin]);
    EXPECT_NEAR(above[bin] / words[bin], expected, 0.06 + 3 * error);
  }
}

TEST(DistancePrior, IsRightWhereFewWordsMovedFar) {
  std::mt19937_64 random(1);
  const Drawn drawn = draw(20000, random, [](std::mt19937_64& numbers) {
    return numbers() % 20 == 0 ? std::abs(std::normal_distribution<double>(0, 0.25)(numbers)) : 0;
  });
  for (const double threshold : {0.0, 0.05, 0.1, 0.2}) expect_calibrated(drawn, threshold);
}

TEST(DistancePrior, IsRightWhereAllMovedSomewhat) {
  std::mt19937_64 random(2);
  const Drawn drawn = draw(20000, random, [](std::mt19937_64& numbers) {
    return std::abs(std::normal_distribution<double>(0, 0.08)(numbers));
  });
  for (const double threshold : {0.05, 0.1, 0.2}) expect_calibrated(drawn, threshold);
}

TEST(DistancePrior, BelievesInNoChangeWhereThereIsNone) {
  std::mt19937_64 random(3);
  const Drawn drawn = draw(20000, random, [](std::mt19937_64&) { return 0.0; });
  const DistancePrior prior(drawn.estimates);
  double zero = 0, tenth = 0;
  for (const Distance& distance : drawn.estimates) {
    zero += prior.probability_above(distance, 0);
    tenth += prior.probability_above(distance, 0.1);
  }
  EXPECT_LT(zero / 20000, 0.1);
  EXPECT_LT(tenth / 20000, 0.001);
}

TEST(DistancePrior, StaysSafeFarOut) {
  const Distance usual{.value = 0.01, .noise = 1e-4, .growth = 0.01};
  const Distance far{.value = 1.9, .noise = 1e-8, .growth = 1e-6};
  const Distance below{.value = -1, .noise = 1e-4, .growth = 0.01};
  const DistancePrior prior(std::vector<Distance>{usual, far, below});
  EXPECT_EQ(prior.probability_above(far, 0.1), 1);
  EXPECT_EQ(prior.probability_above(far, 2), 0);
  EXPECT_LT(prior.probability_above(below, 0.1), 1e-6);
  EXPECT_LT(prior.probability_above(usual, 0.5), 1e-6);
  // No noise: what is seen is so.
  EXPECT_EQ(prior.probability_above({.value = 0.2}, 0.1), 1);
  EXPECT_EQ(prior.probability_above({.value = 0.05}, 0.1), 0);
}

TEST(DistancePrior, FallsWithTheThreshold) {
  std::mt19937_64 random(4);
  const Drawn drawn =
      draw(500, random, [](std::mt19937_64& numbers) { return numbers() % 4 == 0 ? 0.2 : 0; });
  const DistancePrior prior(drawn.estimates);
  for (const Distance& distance : drawn.estimates) {
    double last = 1;
    for (const double threshold : {0.0, 0.01, 0.1, 0.3, 1.0, 2.0}) {
      const double p = prior.probability_above(distance, threshold);
      EXPECT_LE(p, last);
      last = p;
    }
  }
}

}  // namespace
}  // namespace bsg::comparing
