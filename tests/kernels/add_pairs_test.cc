#include <algorithm>
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
constexpr std::size_t kCounts[] = {0, 1, 2, 5, kPairBlock - 1, kPairBlock};

class AddPairs : public EveryTarget {};
BSG_ON_EVERY_TARGET(AddPairs);

struct Sums {
  AlignedBuffer P;
  AlignedBuffer r;
};

struct Pairs {
  std::vector<std::uint32_t> ids;
  AlignedBuffer weights;
  AlignedBuffer pulls;
};

Pairs random_pairs(std::size_t count) {
  return {random_ids(count, kWords, 11), random_floats(kPairBlock, -1, 2, 12),
          random_floats(kPairBlock, -3, 3, 13)};
}

/// From a workspace that holds the pairs' means.
void add_gathered(DensityRows v, std::size_t m, const Pairs& pairs, AlignedBuffer& workspace,
                  Sums& sums, std::span<const std::uint32_t> next) {
  AlignedBuffer diagonal(row_stride(m));
  add_pairs(v, m, pairs.ids, pairs.weights.data(), pairs.pulls.data(),
            {sums.P.data(), diagonal.data(), sums.r.data()}, workspace.data(), next);
  for (std::size_t k = 0; k < m; ++k) sums.P[k * row_stride(m) + k] += diagonal[k];
}

void add(DensityRows v, std::size_t m, const Pairs& pairs, Sums& sums,
         std::span<const std::uint32_t> next = {}) {
  AlignedBuffer workspace(pair_workspace_size(m));
  gather_means(v, m, pairs.ids, workspace.data());
  add_gathered(v, m, pairs, workspace, sums, next);
}

Sums filled(std::size_t m, float value) {
  return {AlignedBuffer(m * row_stride(m), value), AlignedBuffer(row_stride(m), value)};
}

/// The same with every number positive: what rounding errors are relative to.
struct Expected {
  std::vector<double> P, r, P_magnitude, r_magnitude;
};

Expected expected_sums(DensityRows v, std::size_t m, const Pairs& pairs, double start) {
  Expected e{std::vector<double>(m * m, start), std::vector<double>(m, start),
             std::vector<double>(m * m, start), std::vector<double>(m, start)};
  reference::add_pairs(v, m, pairs.ids, pairs.weights.data(), pairs.pulls.data(), e.P.data(),
                       e.r.data());
  AlignedBuffer magnitudes(v.values, v.values + kWords * 2 * v.stride);
  Pairs positive = pairs;
  for (AlignedBuffer* floats : {&magnitudes, &positive.weights, &positive.pulls}) {
    for (float& x : *floats) x = std::abs(x);
  }
  reference::add_pairs({magnitudes.data(), v.stride}, m, pairs.ids, positive.weights.data(),
                       positive.pulls.data(), e.P_magnitude.data(), e.r_magnitude.data());
  return e;
}

TEST_P(AddPairs, AgreesWithReference) {
  for (const std::size_t m : kAwkwardLengths) {
    const RandomDensities densities(kWords, m, 10);
    for (const std::size_t count : kCounts) {
      const Pairs pairs = random_pairs(count);
      Sums sums = filled(m, 2);
      add(densities.rows(), m, pairs, sums);
      const Expected expected = expected_sums(densities.rows(), m, pairs, 2);
      const double epsilon = static_cast<double>(count + 4) * kEpsilon;
      for (std::size_t i = 0; i < m; ++i) {
        ASSERT_NEAR(sums.r[i], expected.r[i], epsilon * expected.r_magnitude[i]) << m << ' ' << i;
        for (std::size_t j = i; j < m; ++j) {
          ASSERT_NEAR(sums.P[i * row_stride(m) + j], expected.P[i * m + j],
                      epsilon * expected.P_magnitude[i * m + j])
              << m << ' ' << i << ' ' << j;
        }
      }
    }
  }
}

TEST_P(AddPairs, IsExactForSmallIntegers) {
  for (const std::size_t m : kAwkwardLengths) {
    const RandomDensities densities = RandomDensities::integers(kWords, m, 14);
    Pairs pairs = random_pairs(kPairBlock);
    for (AlignedBuffer* floats : {&pairs.weights, &pairs.pulls}) {
      for (float& x : *floats) x = std::round(2 * x);
    }
    Sums sums = filled(m, 0);
    add(densities.rows(), m, pairs, sums);
    const Expected expected = expected_sums(densities.rows(), m, pairs, 0);
    for (std::size_t i = 0; i < m; ++i) {
      ASSERT_EQ(sums.r[i], expected.r[i]);
      for (std::size_t j = i; j < m; ++j) {
        ASSERT_EQ(sums.P[i * row_stride(m) + j], expected.P[i * m + j]);
      }
    }
  }
}

TEST_P(AddPairs, KeepsPaddingZero) {
  for (const std::size_t m : kAwkwardLengths) {
    const RandomDensities densities(kWords, m, 15);
    Sums sums = filled(m, 0);
    add(densities.rows(), m, random_pairs(kPairBlock), sums);
    for (std::size_t j = m; j < row_stride(m); ++j) {
      ASSERT_EQ(sums.r[j], 0);
      for (std::size_t i = 0; i < m; ++i) ASSERT_EQ(sums.P[i * row_stride(m) + j], 0);
    }
  }
}

TEST_P(AddPairs, TakesTheMeansThatXiWasMadeFrom) {
  for (const std::size_t m : kAwkwardLengths) {
    const RandomDensities densities(kWords, m, 18);
    const DensityRows v = densities.rows();
    for (const std::size_t count : {std::size_t{1}, std::size_t{6}, kPairBlock}) {
      const Pairs pairs = random_pairs(count);
      Sums sums = filled(m, 0);
      add(v, m, pairs, sums);

      AlignedBuffer workspace(pair_workspace_size(m));
      AlignedBuffer xi_squared(kPairBlock);
      expected_squares(v.mean(0), v.variance(0), v, m, pairs.ids, XiForm::exact, xi_squared.data(),
                       workspace.data());
      Sums again = filled(m, 0);
      add_gathered(v, m, pairs, workspace, again, {});
      EXPECT_EQ(again.P, sums.P) << m << ' ' << count;
      EXPECT_EQ(again.r, sums.r) << m << ' ' << count;
    }
  }
}

TEST_P(AddPairs, DoesNotDependOnWhatIsFetchedForTheNextBlock) {
  const std::size_t m = 41;
  const RandomDensities densities(kWords, m, 16);
  const Pairs pairs = random_pairs(kPairBlock);
  Sums sums = filled(m, 0);
  add(densities.rows(), m, pairs, sums);
  for (const std::size_t size : {std::size_t{1}, kPairBlock}) {
    Sums again = filled(m, 0);
    add(densities.rows(), m, pairs, again, random_ids(size, kWords, 17));
    EXPECT_EQ(again.P, sums.P);
    EXPECT_EQ(again.r, sums.r);
  }
}

}  // namespace
}  // namespace bsg::kernels
