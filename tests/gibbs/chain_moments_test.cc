// Running moments, and the rotation that keeps a chain in the axes of its past.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "gibbs/alignment.h"
#include "gibbs/running_moments.h"

namespace bsg::gibbs {
namespace {

using inference::Densities;

constexpr std::uint32_t kWords = 700;  // more than one part of a sum
constexpr std::size_t kDimension = 5;

Densities random_points(std::uint32_t seed, double offset = 0, std::uint32_t words = kWords) {
  Densities points(words, kDimension);
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(offset, 1);
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::size_t k = 0; k < kDimension; ++k) {
      points.mean(word)[k] = static_cast<float>(normal(random));
    }
  }
  return points;
}

double product(const Densities& u, std::uint32_t i, const Densities& v, std::uint32_t j) {
  double sum = 0;
  for (std::size_t k = 0; k < kDimension; ++k) {
    sum += double{u.rows().mean(i)[k]} * double{v.rows().mean(j)[k]};
  }
  return sum;
}

/// Means that are large beside the deviations, as sums of squares would not survive.
TEST(RunningMoments, AreThoseOfAllDraws) {
  constexpr std::uint32_t kDraws = 3000;
  RunningMoments moments(2, kDimension);
  std::vector<std::vector<double>> seen(2 * kDimension);
  for (std::uint32_t draw = 0; draw < kDraws; ++draw) {
    const Densities points = random_points(draw, 1000, 2);
    moments.add(points);
    for (std::uint32_t word = 0; word < 2; ++word) {
      for (std::size_t k = 0; k < kDimension; ++k) {
        seen[word * kDimension + k].push_back(double{points.rows().mean(word)[k]});
      }
    }
  }
  EXPECT_EQ(moments.draws(), kDraws);
  const std::vector<float> means = moments.means(), variances = moments.variances();
  for (std::size_t at = 0; at < seen.size(); ++at) {
    double mean = 0, squares = 0;
    for (const double x : seen[at]) mean += x / kDraws;
    for (const double x : seen[at]) squares += (x - mean) * (x - mean);
    // A mean of 1000 is a float to 3e-5 only.
    EXPECT_NEAR(double{means[at]}, mean, 1e-3);
    EXPECT_NEAR(double{variances[at]}, squares / (kDraws - 1), 2e-3);
  }
}

/// A rotation of the first two and the last two axes, with a reflection.
void turn(Densities& points) {
  const double c = std::cos(0.9), s = std::sin(0.9);
  for (std::uint32_t word = 0; word < points.size(); ++word) {
    float* const x = points.mean(word);
    const double a = double{x[0]}, b = double{x[1]}, d = double{x[3]}, e = double{x[4]};
    x[0] = static_cast<float>(c * a - s * b);
    x[1] = static_cast<float>(s * a + c * b);
    x[2] = -x[2];
    x[3] = static_cast<float>(c * d + s * e);
    x[4] = static_cast<float>(-s * d + c * e);
  }
}

TEST(Alignment, TurnsARotatedSideBack) {
  const Densities u = random_points(1), v = random_points(2);
  Densities turned_u = u, turned_v = v;
  turn(turned_u);
  turn(turned_v);
  EXPECT_GT(std::abs(turned_u.mean(0)[0] - u.rows().mean(0)[0]), 0.01F);
  align(turned_u, turned_v, u, v);
  for (std::uint32_t word = 0; word < kWords; ++word) {
    for (std::size_t k = 0; k < kDimension; ++k) {
      EXPECT_NEAR(turned_u.mean(word)[k], u.rows().mean(word)[k], 1e-5);
      EXPECT_NEAR(turned_v.mean(word)[k], v.rows().mean(word)[k], 1e-5);
    }
  }
}

TEST(Alignment, KeepsEveryScore) {
  const Densities u = random_points(1), v = random_points(2);
  Densities moved_u = u, moved_v = v;
  align(moved_u, moved_v, random_points(3), random_points(4));
  EXPECT_GT(std::abs(moved_u.mean(0)[0] - u.rows().mean(0)[0]), 0.01F);
  for (std::uint32_t k = 0; k < kWords; ++k) {
    const std::uint32_t other = kWords - 1 - k;
    EXPECT_NEAR(product(moved_u, k, moved_v, other), product(u, k, v, other), 1e-4);
  }
}

}  // namespace
}  // namespace bsg::gibbs
