#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/aligned_buffer.h"

namespace bsg::inference {

/// P and r of one word while they are summed up.
struct WordSums {
  std::size_t m;
  std::size_t stride;  ///< kernels::row_stride(m)
  float* precision;    ///< P: m rows of stride floats, of which the upper triangle counts
  float* diagonal;     ///< belongs to P's diagonal
  float* r;

  /// P += weight times a symmetric matrix given by its packed upper triangle.
  void add_packed(const float* packed, float weight = 1) const {
    for (std::size_t row = 0; row < m; ++row) {
      float* const sums = precision + row * stride + row;
      for (std::size_t k = 0; k < m - row; ++k) sums[k] += weight * packed[k];
      packed += m - row;
    }
  }
};

/// What a word's P and r hold beside its own pairs: its prior, or pairs with all words at once.
class Term {
 public:
  virtual ~Term() = default;

  /// Adds its share to the sums of a word. Called by several threads at once, for distinct words,
  /// each with a workspace of its own that may be used and resized at will.
  virtual void add(std::uint32_t word, const WordSums& sums,
                   kernels::AlignedBuffer& workspace) const = 0;
};

}  // namespace bsg::inference
