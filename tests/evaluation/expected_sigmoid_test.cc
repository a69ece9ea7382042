#include "evaluation/expected_sigmoid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace bsg::evaluation {
namespace {

/// Simpson's rule on a grid that is far finer and wider.
double integrated(double mean, double variance) {
  constexpr int kSteps = 40000;
  constexpr double kReach = 14;
  const double deviation = std::sqrt(variance), width = 2 * kReach / kSteps;
  double sum = 0;
  for (int k = 0; k <= kSteps; ++k) {
    const double t = -kReach + k * width;
    const double weight = k == 0 || k == kSteps ? 1 : k % 2 == 1 ? 4 : 2;
    sum += weight * std::exp(-t * t / 2) / (1 + std::exp(-(mean + t * deviation)));
  }
  return sum * width / 3 / std::sqrt(2 * std::numbers::pi);
}

TEST(LogExpectedSigmoid, IsTheLogarithmOfTheIntegral) {
  for (const double deviation : {0.01, 0.3, 1.0, 1.9, 2.0, 2.1, 4.0, 7.5, 20.0}) {
    for (const double mean : {-12.0, -3.0, -0.5, 0.0, 0.2, 2.0, 9.0}) {
      const double variance = deviation * deviation;
      EXPECT_NEAR(log_expected_sigmoid(mean, variance), std::log(integrated(mean, variance)), 1e-7)
          << mean << " ± " << deviation;
    }
  }
}

TEST(LogExpectedSigmoid, WithoutVarianceIsThatOfTheMean) {
  for (const double mean : {-800.0, -30.0, -1.0, 0.0, 1.0, 30.0, 800.0}) {
    EXPECT_EQ(log_expected_sigmoid(mean, 0), log_sigmoid(mean));
  }
  EXPECT_NEAR(log_expected_sigmoid(-2, 2e-12), log_sigmoid(-2), 1e-9);
}

TEST(LogExpectedSigmoid, StaysFiniteAndAProbability) {
  for (const double mean : {-1e6, -800.0, 800.0, 1e6}) {
    const double value = log_expected_sigmoid(mean, 4);
    EXPECT_TRUE(std::isfinite(value));
    EXPECT_LE(value, 0);
  }
}

TEST(LogSigmoid, KeepsItsDigitsAtBothEnds) {
  EXPECT_DOUBLE_EQ(log_sigmoid(0), -std::numbers::ln2);
  EXPECT_DOUBLE_EQ(log_sigmoid(-700), -700);
  EXPECT_DOUBLE_EQ(log_sigmoid(40), -std::exp(-40.0));
}

}  // namespace
}  // namespace bsg::evaluation
