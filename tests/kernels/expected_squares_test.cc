#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "kernels/every_target.h"
#include "kernels/pair_update.h"
#include "kernels/random_densities.h"
#include "kernels/reference.h"

namespace bsg::kernels {
namespace {

constexpr double kEpsilon = std::numeric_limits<float>::epsilon();
constexpr std::uint32_t kWords = 50;
constexpr std::size_t kCounts[] = {0, 1, 2, 3, 4, 5, kPairBlock - 1, kPairBlock};

class ExpectedSquares : public EveryTarget {};
BSG_ON_EVERY_TARGET(ExpectedSquares);

/// Every rounding is relative to a sum of absolute values.
double tolerance(DensityRows v, std::size_t u, std::size_t k, std::size_t m) {
  double moments = 0;
  double product = 0;
  for (std::size_t i = 0; i < m; ++i) {
    const double mu = v.mean(u)[i];
    const double mv = v.mean(k)[i];
    moments += (double{v.variance(u)[i]} + mu * mu) * (double{v.variance(k)[i]} + mv * mv);
    product += std::abs(mu * mv);
  }
  return static_cast<double>(m + 6) * kEpsilon * (moments + 2 * product * product);
}

/// ξ² of row `u` with each of the rows `ids`.
AlignedBuffer squares(DensityRows v, std::uint32_t u, std::size_t m,
                      std::span<const std::uint32_t> ids, XiForm form) {
  AlignedBuffer xi_squared(kPairBlock);
  AlignedBuffer workspace(pair_workspace_size(m));
  expected_squares(v.mean(u), v.variance(u), v, m, ids, form, xi_squared.data(), workspace.data());
  return xi_squared;
}

TEST_P(ExpectedSquares, AgreesWithReference) {
  for (const std::size_t m : kAwkwardLengths) {
    const RandomDensities densities(kWords, m, 1);
    const DensityRows v = densities.rows();
    for (const XiForm form : {XiForm::exact, XiForm::paper}) {
      for (const std::size_t count : kCounts) {
        const std::vector<std::uint32_t> ids = random_ids(count, kWords, 2);
        const AlignedBuffer xi_squared = squares(v, 7, m, ids, form);
        for (std::size_t k = 0; k < count; ++k) {
          const double expected = reference::expected_square(
              v.mean(7), v.variance(7), v.mean(ids[k]), v.variance(ids[k]), m, form);
          ASSERT_NEAR(xi_squared[k], expected, tolerance(v, 7, ids[k], m)) << m << ' ' << k;
        }
      }
    }
  }
}

TEST_P(ExpectedSquares, IsExactForSmallIntegers) {
  for (const std::size_t m : kAwkwardLengths) {
    const RandomDensities densities = RandomDensities::integers(kWords, m, 3);
    const DensityRows v = densities.rows();
    const std::vector<std::uint32_t> ids = random_ids(kPairBlock, kWords, 4);
    for (const XiForm form : {XiForm::exact, XiForm::paper}) {
      const AlignedBuffer xi_squared = squares(v, 3, m, ids, form);
      for (std::size_t k = 0; k < kPairBlock; ++k) {
        ASSERT_EQ(xi_squared[k],
                  reference::expected_square(v.mean(3), v.variance(3), v.mean(ids[k]),
                                             v.variance(ids[k]), m, form));
      }
    }
  }
}

TEST_P(ExpectedSquares, DoesNotDependOnPlaceInBlock) {
  constexpr std::size_t m = 41;
  const RandomDensities densities(kWords, m, 5);
  const DensityRows v = densities.rows();
  const std::vector<std::uint32_t> ids = random_ids(kPairBlock, kWords, 6);
  const AlignedBuffer together = squares(v, 0, m, ids, XiForm::exact);
  for (std::size_t k = 0; k < kPairBlock; ++k) {
    ASSERT_EQ(squares(v, 0, m, std::span(ids).subspan(k, 1), XiForm::exact)[0], together[k]);
  }
}

}  // namespace
}  // namespace bsg::kernels
