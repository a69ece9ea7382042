#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/aligned_buffer.h"
#include "kernels/pair_update.h"

/// Densities and row numbers as the kernels take them, drawn from fixed seeds.

namespace bsg::kernels {

class RandomDensities {
 public:
  RandomDensities(std::size_t words, std::size_t m, std::uint32_t seed)
      : stride_(row_stride(m)), values_(words * 2 * stride_) {
    std::mt19937 random(seed);
    std::normal_distribution<float> mean(0, 1);
    std::uniform_real_distribution<float> variance(0.01F, 2);
    for (std::size_t word = 0; word < words; ++word) {
      for (std::size_t i = 0; i < m; ++i) {
        values_[2 * word * stride_ + i] = mean(random);
        values_[(2 * word + 1) * stride_ + i] = variance(random);
      }
    }
  }

  /// Integers small enough that every sum of a block is exact in float.
  static RandomDensities integers(std::size_t words, std::size_t m, std::uint32_t seed) {
    RandomDensities densities(words, m, seed);
    for (float& value : densities.values_) value = static_cast<float>(static_cast<int>(value * 2));
    return densities;
  }

  [[nodiscard]] DensityRows rows() const { return {values_.data(), stride_}; }

 private:
  std::size_t stride_;
  AlignedBuffer values_;
};

inline std::vector<std::uint32_t> random_ids(std::size_t size, std::uint32_t words,
                                             std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> ids(size);
  for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(random() % words);
  return ids;
}

inline AlignedBuffer random_floats(std::size_t size, float low, float high, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(low, high);
  AlignedBuffer floats(size);
  for (float& x : floats) x = value(random);
  return floats;
}

}  // namespace bsg::kernels
