#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/aligned_buffer.h"
#include "kernels/skipgram_steps.h"

namespace bsg::skipgram {

/// The vectors of all words of one side while they are being trained, laid out for the kernels.
class Points {
 public:
  /// All 0. REQUIRES: dimension > 0.
  Points(std::size_t words, std::size_t dimension);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  [[nodiscard]] kernels::PointRows rows() { return {values_.data(), stride_}; }

  [[nodiscard]] std::span<const float> row(std::uint32_t word) const {
    return {values_.data() + std::size_t{word} * stride_, dimension_};
  }

  /// l × m, row-major, without padding.
  [[nodiscard]] std::vector<float> compact() const;

 private:
  std::size_t size_;
  std::size_t dimension_;
  std::size_t stride_;
  kernels::AlignedBuffer values_;
};

/// What u starts from (v starts from 0): each number uniform in ±1/(2m).
void initialise(Points& u, std::uint64_t seed);

/// The first word whose vector has a number that is not finite.
std::optional<std::uint32_t> find_infinite(const Points& points);

}  // namespace bsg::skipgram
