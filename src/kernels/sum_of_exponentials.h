#pragma once

#include <cstddef>

namespace bsg::kernels {

/// Σ exp(x_k) of numbers that come in parts, without overflow: it is exp(largest) · sum.
struct ExponentialSum {
  float largest = -1e30F;
  double sum = 0;
};

/// Adds exp(x_k) of `size` finite numbers. Those far below the largest add nothing. The result
/// depends on how numbers are cut into parts in its last bits only.
void add_exponentials(const float* x, std::size_t size, ExponentialSum& sum);

}  // namespace bsg::kernels
