#pragma once

#include <cmath>
#include <numbers>

namespace bsg::kernels {

/// Φ: how much of the standard normal distribution lies below z. Exact to rounding in both tails.
inline double normal_below(double z) {
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

}  // namespace bsg::kernels
