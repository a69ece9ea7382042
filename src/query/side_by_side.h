#pragma once

#include <array>
#include <cstddef>
#include <numeric>

namespace bsg::query {

/// Σ_k term(k), k < size, as several sums side by side, since one would wait for itself at every
/// term. The order of additions depends on the size alone.
template <class Term>
double sum_side_by_side(std::size_t size, const Term& term) {
  constexpr std::size_t kSums = 8;
  std::array<double, kSums> sums{};
  std::size_t k = 0;
  for (; k + kSums <= size; k += kSums) {
    for (std::size_t i = 0; i < kSums; ++i) sums[i] += term(k + i);
  }
  for (; k < size; ++k) sums[0] += term(k);
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace bsg::query
