#include "kernels/sum_of_exponentials.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "kernels/every_target.h"

namespace bsg::kernels {
namespace {

class SumOfExponentials : public EveryTarget {};
BSG_ON_EVERY_TARGET(SumOfExponentials);

double log_of(const ExponentialSum& sum) {
  return double{sum.largest} + std::log(sum.sum);
}

/// log Σ exp(x), in long double.
double reference(const std::vector<float>& x) {
  long double sum = 0;
  for (const float value : x) sum += std::exp(static_cast<long double>(value) - 50);
  return static_cast<double>(50 + std::log(sum));
}

TEST_P(SumOfExponentials, AgreesWithTheReferenceAtEveryLength) {
  std::mt19937 random(3);
  for (const float spread : {0.1F, 3.0F, 30.0F}) {
    std::normal_distribution<float> number(-5, spread);
    for (const std::size_t size : kAwkwardLengths) {
      std::vector<float> x(size);
      for (float& value : x) value = number(random);
      ExponentialSum sum;
      add_exponentials(x.data(), size, sum);
      EXPECT_NEAR(log_of(sum), reference(x), 4e-6) << size;
    }
  }
}

TEST_P(SumOfExponentials, PartsMayComeInAnyOrderOfSize) {
  std::vector<float> x(100);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<float>(k % 10) * 7 - 20;
  for (const std::size_t part : {1U, 7U, 33U}) {
    ExponentialSum sum;
    for (std::size_t at = 0; at < x.size(); at += part) {
      add_exponentials(x.data() + at, std::min<std::size_t>(part, x.size() - at), sum);
    }
    EXPECT_NEAR(log_of(sum), reference(x), 4e-6) << part;
  }
}

TEST_P(SumOfExponentials, DoesNotOverflowAndForgetsWhatIsFarBelow) {
  const std::vector<float> x{-1e30F, 500, -1e30F, 500, -200, -1e30F, -1e30F, -1e30F, -1e30F};
  ExponentialSum sum;
  add_exponentials(x.data(), 1, sum);  // nothing but one that is far below all others
  add_exponentials(x.data() + 1, x.size() - 1, sum);
  EXPECT_EQ(sum.largest, 500);
  EXPECT_EQ(sum.sum, 2);
  add_exponentials(x.data(), 0, sum);
  EXPECT_EQ(sum.sum, 2);
}

}  // namespace
}  // namespace bsg::kernels
