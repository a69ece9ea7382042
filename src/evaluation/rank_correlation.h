#pragma once

#include <optional>
#include <span>
#include <vector>

namespace bsg::evaluation {

/// Ranks from 1 up; equal values share the mean of their ranks. REQUIRES: no NaN.
std::vector<double> average_ranks(std::span<const double> values);

/// Spearman's ρ: Pearson's correlation of the ranks. Not set for fewer than two values, or if all
/// values of a side are equal. REQUIRES: equal sizes, no NaN.
std::optional<double> rank_correlation(std::span<const double> a, std::span<const double> b);

}  // namespace bsg::evaluation
