#include "evaluation/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace bsg::evaluation {

std::vector<double> average_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    // The mean of begin + 1 … end.
    const double rank = static_cast<double>(begin + 1 + end) / 2;
    for (std::size_t k = begin; k < end; ++k) ranks[order[k]] = rank;
  }
  return ranks;
}

std::optional<double> rank_correlation(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> x = average_ranks(a), y = average_ranks(b);
  const double middle = static_cast<double>(a.size() + 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xy += (x[k] - middle) * (y[k] - middle);
    xx += (x[k] - middle) * (x[k] - middle);
    yy += (y[k] - middle) * (y[k] - middle);
  }
  if (!(xx > 0 && yy > 0)) return std::nullopt;
  return std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
}

}  // namespace bsg::evaluation
