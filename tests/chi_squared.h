#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace bsg::tests {

/// Pearson's χ² test of counts against weights (which need not be normalised); cells of weight 0
/// must be empty, cells with fewer than 5 expected are joined. Fails at about 5 standard deviations
/// (the Wilson-Hilferty approximation makes χ² normal), so that a fixed seed that passes means
/// something and one that fails means a defect.
inline ::testing::AssertionResult agrees(const std::vector<std::uint64_t>& observed,
                                         const std::vector<double>& weights) {
  const double draws =
      static_cast<double>(std::accumulate(observed.begin(), observed.end(), std::uint64_t{0}));
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double statistic = 0;
  double joined_observed = 0;
  double joined_expected = 0;
  int cells = 0;
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    const double expected = draws * weights[cell] / total;
    if (expected == 0 && observed[cell] != 0) {
      return ::testing::AssertionFailure() << "cell " << cell << " has weight 0 but was drawn";
    }
    joined_observed += static_cast<double>(observed[cell]);
    joined_expected += expected;
    if (joined_expected < 5) continue;
    statistic += std::pow(joined_observed - joined_expected, 2) / joined_expected;
    joined_observed = joined_expected = 0;
    ++cells;
  }
  if (cells < 2) return ::testing::AssertionSuccess();
  const double freedom = cells - 1;
  const double spread = 2 / (9 * freedom);
  const double z = (std::cbrt(statistic / freedom) - (1 - spread)) / std::sqrt(spread);
  if (z < 5) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "chi squared " << statistic << " with " << freedom << " degrees of freedom, z = " << z;
}

}  // namespace bsg::tests
