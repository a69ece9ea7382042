#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/aligned_buffer.h"

namespace bsg::inference {

/// {P, r} of all words of one side, (13): P is the full precision, r = P μ. r starts at 0; P is
/// absent until an iteration keeps it, since it is needed only once updates blend with the
/// iteration before (β < 1) and grows with the square of the dimension.
class NaturalParameters {
 public:
  NaturalParameters(std::size_t words, std::size_t dimension);

  [[nodiscard]] float* r(std::uint32_t word) { return r_.data() + word * dimension_; }

  /// Packed upper triangle (kernels::packed_size(m) floats). REQUIRES: allocate_precision() was
  /// called.
  [[nodiscard]] float* precision(std::uint32_t word) { return precision_.data() + word * packed_; }

  void allocate_precision();
  [[nodiscard]] bool has_precision() const { return !precision_.empty(); }

 private:
  std::size_t words_;
  std::size_t dimension_;
  std::size_t packed_;
  std::vector<float> r_;
  kernels::AlignedBuffer precision_;
};

}  // namespace bsg::inference
