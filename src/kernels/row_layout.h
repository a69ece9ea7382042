#pragma once

#include <cstddef>

namespace bsg::kernels {

/// Alignment in bytes of every array that the kernels take, and of every row in it.
inline constexpr std::size_t kAlignment = 64;

/// Floats from one row of length m to the next: m rounded up to whole cache lines. The floats
/// between m and the stride are zero.
constexpr std::size_t row_stride(std::size_t m) {
  constexpr std::size_t line = kAlignment / sizeof(float);
  return (m + line - 1) / line * line;
}

/// Floats in the packed upper triangle of an m × m matrix (row-major, row i holds columns i … m-1).
constexpr std::size_t packed_size(std::size_t m) {
  return m * (m + 1) / 2;
}

}  // namespace bsg::kernels
