#include "kernels/matrix_sums.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "kernels/aligned_buffer.h"
#include "kernels/every_target.h"
#include "kernels/random_densities.h"

namespace bsg::kernels {
namespace {

constexpr double kEpsilon = std::numeric_limits<float>::epsilon();
constexpr std::size_t kCounts[] = {1, 2, 7, 8, 9, 64};

class MatrixSums : public EveryTarget {};
BSG_ON_EVERY_TARGET(MatrixSums);

/// `count` packed triangles, interleaved, with random entries.
struct Matrices {
  Matrices(std::size_t m, std::size_t matrices)
      : size(packed_size(m)),
        count(matrices),
        tiles(matrix_tiles(m)),
        values(matrices * tiled_size(m)) {
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t x = 0; x < size; ++x) values[place(k, x)] = normal(random);
    }
  }
  [[nodiscard]] std::size_t place(std::size_t k, std::size_t x) const {
    return (x / kMatrixTile * count + k) * kMatrixTile + x % kMatrixTile;
  }
  [[nodiscard]] double at(std::size_t k, std::size_t x) const { return values[place(k, x)]; }
  [[nodiscard]] InterleavedMatrices interleaved() const { return {values.data(), count, tiles}; }

  std::size_t size, count, tiles;
  AlignedBuffer values;
};

AlignedBuffer random_floats(std::size_t random_ones, std::size_t all) {
  std::mt19937 random(8);
  std::normal_distribution<float> normal;
  AlignedBuffer values(all);
  for (std::size_t k = 0; k < random_ones; ++k) values[k] = normal(random);
  return values;
}

TEST_P(MatrixSums, ProductsAgreeWithSumsInDouble) {
  for (const std::size_t m : kAwkwardLengths) {
    for (const std::size_t count : kCounts) {
      const Matrices matrices(m, count);
      const AlignedBuffer other = random_floats(matrices.size, tiled_size(m));
      std::vector<float> products(count);
      matrix_products(matrices.interleaved(), other.data(), products.data());
      for (std::size_t k = 0; k < count; ++k) {
        double sum = 0, magnitude = 0;
        for (std::size_t x = 0; x < matrices.size; ++x) {
          sum += matrices.at(k, x) * double{other[x]};
          magnitude += std::abs(matrices.at(k, x) * double{other[x]});
        }
        ASSERT_NEAR(products[k], sum, 20 * kEpsilon * magnitude) << m << ' ' << count << ' ' << k;
      }
    }
  }
}

TEST_P(MatrixSums, WeightedSumsAgreeWithSumsInDouble) {
  for (const std::size_t m : kAwkwardLengths) {
    for (const std::size_t count : kCounts) {
      const Matrices matrices(m, count);
      const AlignedBuffer weights = random_floats(count, count);
      for (const std::size_t first : {std::size_t{0}, count / 2}) {
        AlignedBuffer sum(tiled_size(m), std::numeric_limits<float>::quiet_NaN());
        weighted_matrix_sum(matrices.interleaved(), first, count - first, weights.data(),
                            sum.data());
        for (std::size_t x = 0; x < matrices.size; ++x) {
          double expected = 0, magnitude = 0;
          for (std::size_t k = 0; k < count - first; ++k) {
            expected += double{weights[k]} * matrices.at(first + k, x);
            magnitude += std::abs(double{weights[k]} * matrices.at(first + k, x));
          }
          ASSERT_NEAR(sum[x], expected, 20 * kEpsilon * magnitude) << m << ' ' << count << ' ' << x;
        }
      }
    }
  }
}

}  // namespace
}  // namespace bsg::kernels
