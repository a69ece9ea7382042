#include "random/polya_gamma.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace bsg::random {
namespace {

constexpr std::uint64_t kDraws = 50000;
/// Deviations of a mean over draws that a right sampler stays within: 1 of 60,000 is farther off.
constexpr double kDeviations = 4.3;

struct Parameters {
  std::uint32_t c;
  double z;
};

std::vector<double> draws(Parameters at, std::uint64_t size = kDraws) {
  const CounterRandom random(7, Purpose::polya_gamma);
  std::vector<double> all;
  for (std::uint64_t k = 0; k < size; ++k) {
    RandomSequence numbers(random, at.c, k);
    all.push_back(draw_polya_gamma(at.c, at.z, numbers));
  }
  return all;
}

/// Both sides of both cuts: of the density, of the left envelope (z/2 = 1/0.64), and of the sum.
const std::vector<Parameters> kCases{
    {1, 0},  {1, 1e-4}, {1, 0.3},    {1, -1.5},   {1, 3.1}, {1, 3.2},
    {1, 12}, {1, 45},   {1, 3000},   {2, 0.7},    {5, 2},   {17, 0},
    {64, 1}, {64, 30},  {65, 0.001}, {65, -1.25}, {500, 4}, {70, 60},
};

/// The sums that the closed forms are of: ω = Σ_k g_k / (2π² ((k − ½)² + z²/4π²)), g_k ~ Gamma(c).
PolyaGammaCumulants cumulants_of_series(Parameters at) {
  constexpr double kPi2 = 9.869604401089358;
  PolyaGammaCumulants sum{};
  constexpr int kTerms = 2000000;
  for (int k = kTerms; k >= 1; --k) {
    const double term = 1 / (2 * kPi2 * ((k - 0.5) * (k - 0.5) + at.z * at.z / (4 * kPi2)));
    sum.mean += at.c * term;
    sum.variance += at.c * term * term;
    sum.third += 2 * at.c * term * term * term;
  }
  return sum;
}

/// log cosh x without overflow.
double log_cosh(double x) {
  return std::abs(x) + std::log1p(std::exp(-2 * std::abs(x))) - std::log(2.0);
}

double laplace(Parameters at, double t) {
  return std::exp(at.c * (log_cosh(at.z / 2) - log_cosh(std::sqrt(at.z * at.z + 2 * t) / 2)));
}

TEST(PolyaGamma, ClosedCumulantsAreThoseOfItsSeries) {
  for (const double z : {0.0, 1e-6, 0.099, 0.101, 0.8, 5.0, 40.0}) {
    const PolyaGammaCumulants sum = cumulants_of_series({3, z});
    const PolyaGammaCumulants closed = polya_gamma_cumulants(3, z);
    // What is left of the mean's sum is 3 / (2π² · 2e6).
    EXPECT_NEAR(closed.mean, sum.mean, 2e-7) << z;
    EXPECT_NEAR(closed.variance / sum.variance, 1, 1e-7) << z;
    EXPECT_NEAR(closed.third / sum.third, 1, 1e-7) << z;
  }
  EXPECT_NEAR(polya_gamma_cumulants(1, 1e8).variance / 0.5e-24, 1, 1e-7);
}

/// What stands for sums of many has the cumulants, and all but the Laplace transform.
TEST(PolyaGamma, ManyAreLikeAShiftedGammaVariable) {
  for (double z = 1e-3; z < 1e4; z *= 1.3) {
    const double c = kMostSummed + 1;
    const PolyaGammaCumulants cumulants = polya_gamma_cumulants(c, z);
    const auto [shape, scale, shift] = like_polya_gamma(c, z);
    EXPECT_GT(shift, 0);
    EXPECT_GT(shape, 1);
    EXPECT_NEAR((shift + shape * scale) / cumulants.mean, 1, 1e-12);
    EXPECT_NEAR(shape * scale * scale / cumulants.variance, 1, 1e-12);
    EXPECT_NEAR(2 * shape * scale * scale * scale / cumulants.third, 1, 1e-12);
    for (const double share : {0.1, 0.5, 1.0, 2.0, 4.0, 8.0}) {
      const double t = share / cumulants.mean;
      const double transform = std::exp(-t * shift - shape * std::log1p(scale * t));
      EXPECT_NEAR(transform, laplace({kMostSummed + 1, z}, t), 2e-5) << z << ' ' << t;
    }
  }
}

TEST(PolyaGamma, DrawsHaveItsMeanAndVariance) {
  for (const Parameters at : kCases) {
    const std::vector<double> all = draws(at);
    const auto [mean, variance, third] = polya_gamma_cumulants(at.c, at.z);
    double sum = 0, squares = 0, fourths = 0;
    for (const double x : all) {
      ASSERT_GT(x, 0);
      const double d = x - mean;
      sum += d;
      squares += d * d;
      fourths += d * d * d * d;
    }
    const double n = kDraws;
    EXPECT_LT(std::abs(sum / n), kDeviations * std::sqrt(variance / n)) << at.c << ' ' << at.z;
    const double of_variance = std::sqrt((fourths / n - variance * variance) / n);
    EXPECT_LT(std::abs(squares / n - variance), kDeviations * of_variance) << at.c << ' ' << at.z;
  }
}

/// At t of the order of 1 / mean, where all moments count.
TEST(PolyaGamma, DrawsHaveItsLaplaceTransform) {
  for (const Parameters at : kCases) {
    const std::vector<double> all = draws(at);
    for (const double share : {0.3, 1.0, 4.0}) {
      const double t = share / polya_gamma_cumulants(at.c, at.z).mean;
      double sum = 0, squares = 0;
      for (const double x : all) {
        const double value = std::exp(-t * x);
        sum += value / kDraws;
        squares += value * value / kDraws;
      }
      const double deviation = std::sqrt((squares - sum * sum) / kDraws);
      EXPECT_LT(std::abs(sum - laplace(at, t)), kDeviations * deviation)
          << at.c << ' ' << at.z << ' ' << t;
    }
  }
}

/// A chain asks for any number that single precision holds.
TEST(PolyaGamma, IsFiniteForEveryScore) {
  for (const double z : {0.0, 1e-30, 1e-8, 100.0, 1e3, 1e6, 1e12, 1.8e19}) {
    for (const std::uint32_t c : {1U, 3U, 100U, 4000000000U}) {
      for (const double x : draws({c, z}, 50)) {
        ASSERT_TRUE(std::isfinite(x)) << c << ' ' << z;
        ASSERT_GT(x, 0) << c << ' ' << z;
      }
    }
  }
}

TEST(PolyaGamma, FollowsFromItsAddressAlone) {
  EXPECT_EQ(draws({3, 0.5}, 100), draws({3, 0.5}, 100));
  EXPECT_NE(draws({1, 0.5}, 1), draws({2, 0.5}, 1));
}

}  // namespace
}  // namespace bsg::random
