#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/every_target.h"
#include "kernels/pair_update.h"
#include "kernels/random_densities.h"
#include "kernels/reference.h"

namespace bsg::kernels {
namespace {

using Limits = std::numeric_limits<float>;

class PairWeights : public EveryTarget {};
BSG_ON_EVERY_TARGET(PairWeights);

std::vector<float> weights_of(const std::vector<float>& xi_squared, float count) {
  std::vector<float> result;
  const AlignedBuffer counts(kPairBlock, count);
  for (std::size_t first = 0; first < xi_squared.size(); first += kPairBlock) {
    const std::size_t size = std::min(kPairBlock, xi_squared.size() - first);
    AlignedBuffer input(kPairBlock);
    AlignedBuffer output(kPairBlock);
    std::copy_n(xi_squared.begin() + static_cast<std::ptrdiff_t>(first), size, input.begin());
    pair_weights(input.data(), counts.data(), size, output.data());
    result.insert(result.end(), output.begin(), output.begin() + static_cast<std::ptrdiff_t>(size));
  }
  return result;
}

void expect_accurate(const std::vector<float>& xi_squared) {
  const std::vector<float> weights = weights_of(xi_squared, 1);
  for (std::size_t k = 0; k < xi_squared.size(); ++k) {
    const long double expected = 2 * reference::lambda(xi_squared[k]);
    ASSERT_LE(std::abs(weights[k] - expected), 4 * Limits::epsilon() * expected)
        << "xi squared " << xi_squared[k];
  }
}

TEST_P(PairWeights, AreAccurateFromZeroToTheLargestFloat) {
  std::vector<float> xi_squared;
  for (std::uint32_t bits = 0; bits < 0x7f800000U; bits += 9973) {
    xi_squared.push_back(std::bit_cast<float>(bits));
  }
  expect_accurate(xi_squared);
}

TEST_P(PairWeights, AreAccurateAtTheEdges) {
  expect_accurate({0, Limits::denorm_min(), Limits::min(), std::nextafter(1.0F, 0.0F), 1,
                   std::nextafter(1.0F, 2.0F), 1024, std::nextafter(1024.0F, 2000.0F),
                   Limits::max()});
}

TEST_P(PairWeights, IsAQuarterAtZero) {
  EXPECT_EQ(weights_of({0}, 1).front(), 0.25F);
}

TEST_P(PairWeights, AreTimesTheCount) {
  EXPECT_EQ(weights_of({0.0F}, 12).front(), 3.0F);
  EXPECT_EQ(weights_of({2.5F}, 4).front(), 4 * weights_of({2.5F}, 1).front());
}

TEST_P(PairWeights, OfNanIsNan) {
  EXPECT_TRUE(std::isnan(weights_of({Limits::quiet_NaN()}, 1).front()));
}

}  // namespace
}  // namespace bsg::kernels
