#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "files/scratch_memory.h"
#include "inference/word_selection.h"

namespace bsg::inference {

/// {P, r} of a range of words of one side, (13): P is the full precision, r = P μ. r starts at 0; P
/// is absent until an iteration keeps it, since it is needed only once updates blend with the
/// iteration before (β < 1) and grows with the square of the dimension. P lies in memory or in a
/// scratch file; half-updates go through it in the order of the words.
class NaturalParameters {
 public:
  NaturalParameters(WordRange words, std::size_t dimension);

  /// m floats of a word of the range.
  [[nodiscard]] float* r(std::uint32_t word) { return r_.data() + place(word) * dimension_; }
  [[nodiscard]] const float* r(std::uint32_t word) const {
    return r_.data() + place(word) * dimension_;
  }

  /// Packed upper triangle (kernels::packed_size(m) floats). REQUIRES: allocate_precision() was
  /// called.
  [[nodiscard]] float* precision(std::uint32_t word) {
    return precisions() + place(word) * packed_;
  }
  [[nodiscard]] const float* precision(std::uint32_t word) const {
    return precisions() + place(word) * packed_;
  }

  /// Takes the space that P will need, in a file at once, in memory as it is filled. Throws
  /// FileError or std::bad_alloc.
  void reserve_precision(const files::ScratchPlace& place);
  /// From now on half-updates keep P; in memory unless space was reserved before.
  void allocate_precision();
  [[nodiscard]] bool has_precision() const { return kept_; }

 private:
  [[nodiscard]] std::size_t place(std::uint32_t word) const { return word - words_.first; }
  [[nodiscard]] float* precisions() const {
    return reinterpret_cast<float*>(precision_.bytes().data());
  }

  WordRange words_;
  std::size_t dimension_;
  std::size_t packed_;
  std::vector<float> r_;
  files::ScratchMemory precision_;
  bool kept_ = false;
};

}  // namespace bsg::inference
