#pragma once

#include <cstddef>

#include "kernels/row_layout.h"

/// Sums over several symmetric matrices of one size, which lie interleaved so that both functions
/// read them from front to back. Both run on the best instruction set the machine has.

namespace bsg::kernels {

/// Floats of a matrix that lie together.
inline constexpr std::size_t kMatrixTile = 64;

/// Tiles that the packed upper triangle of an m × m matrix takes; the last one ends with zeros.
constexpr std::size_t matrix_tiles(std::size_t m) {
  return (packed_size(m) + kMatrixTile - 1) / kMatrixTile;
}

/// Floats of a packed triangle in whole tiles.
constexpr std::size_t tiled_size(std::size_t m) {
  return matrix_tiles(m) * kMatrixTile;
}

/// Packed upper triangles: tile t of matrix k is at values + (t · count + k) · kMatrixTile.
struct InterleavedMatrices {
  const float* values;
  std::size_t count;
  std::size_t tiles;
};

/// products[k] = Σ_x matrix_k[x] · other[x]. REQUIRES: `other` has whole tiles, with finite
/// numbers behind the triangle; `products` has room for matrices.count floats.
void matrix_products(InterleavedMatrices matrices, const float* other, float* products);

/// sum = Σ_k weights[k] · matrix_(first + k) over k < count. REQUIRES: first + count <=
/// matrices.count; `sum` has room for whole tiles.
void weighted_matrix_sum(InterleavedMatrices matrices, std::size_t first, std::size_t count,
                         const float* weights, float* sum);

}  // namespace bsg::kernels
