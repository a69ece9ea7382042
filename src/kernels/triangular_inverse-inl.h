// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_TRIANGULAR_INVERSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_TRIANGULAR_INVERSE_INL_H_
#undef BSG_KERNELS_TRIANGULAR_INVERSE_INL_H_
#else
#define BSG_KERNELS_TRIANGULAR_INVERSE_INL_H_
#endif

#include "kernels/cholesky-inl.h"

// W = AU⁻¹ by WU = A, whose rows do not depend on each other: a few bands of W at a time are made
// from left to right and summed into the diagonal of AP⁻¹Aᵀ = WWᵀ and into AP⁻¹r = W (U⁻ᵀr); W is
// never kept whole. A is the identity unless axes are given.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {

/// A: m × m, row-major, or the identity. Rows and columns beyond m are those of the identity.
struct Axes {
  const float* values;
  std::size_t m;

  [[nodiscard]] HWY_INLINE float entry(std::size_t row, std::size_t column) const {
    const bool given = values != nullptr && row < m && column < m;
    if (given) return values[row * m + column];
    return row == column ? 1.0F : 0.0F;
  }
  /// The first column of W's band at `row` that is not known to be zero.
  [[nodiscard]] HWY_INLINE std::size_t first_column(std::size_t row) const {
    return values != nullptr ? 0 : row;
  }
};

/// Where W's bands and the results are. A band of W is layout.rows columns of kBand entries.
struct InverseArrays {
  Axes axes;
  const float* U;
  const float* inverse_diagonal;
  float* bands;
  float* mean;
  float* variance;
};

/// A in the columns `column` … of the band that starts at `row`, less W's part left of them times
/// U.
HWY_INLINE Tile inverse_remainder(const InverseArrays& arrays, const SolveLayout& layout,
                                  const float* W, std::size_t row, std::size_t column) {
  const D d;
  Tile tile;
  HWY_UNROLL(4)
  for (std::size_t i = 0; i < kBand; ++i) {
    HWY_UNROLL(2)
    for (std::size_t j = 0; j < kTileColumns; ++j) {
      tile.entry[i][j] = hn::Set(d, arrays.axes.entry(row + i, column + j));
    }
  }
  const std::size_t first = arrays.axes.first_column(row);
  ColumnWalk right(arrays.U, layout, first, column);
  const float* left = W + first * kBand * kLanes;
  for (std::size_t k = first; k + kBand <= column; k += kBand) {
    HWY_UNROLL(4)
    for (std::size_t step = 0; step < kBand; ++step) {
      subtract_product(left + step * kBand * kLanes, right.row(step), tile);
    }
    left += kBand * kBand * kLanes;
    right.next_band();
  }
  for (std::size_t step = 0; step < column % kBand; ++step) {
    subtract_product(left + step * kBand * kLanes, right.row(step), tile);
  }
  return tile;
}

/// Finishes the tile's columns and stores them in W.
HWY_INLINE void finish_columns(const InverseArrays& arrays, const SolveLayout& layout,
                               std::size_t column, Tile& tile, float* W) {
  const D d;
  const V inverse0 = hn::Load(d, arrays.inverse_diagonal + column * kLanes);
  const V inverse1 = hn::Load(d, arrays.inverse_diagonal + (column + 1) * kLanes);
  const V right = hn::Load(d, arrays.U + layout.entry(column, column + 1) * kLanes);
  float* const target = W + column * kBand * kLanes;
  HWY_UNROLL(4)
  for (std::size_t i = 0; i < kBand; ++i) {
    V& first = tile.entry[i][0];
    V& second = tile.entry[i][1];
    first = hn::Mul(first, inverse0);
    second = hn::Mul(hn::NegMulAdd(first, right, second), inverse1);
    hn::Store(first, d, target + i * kLanes);
    hn::Store(second, d, target + (kBand + i) * kLanes);
  }
}

/// mean_i += Σ_j W_ij (U⁻ᵀr)_j and variance_i += Σ_j W_ij² over the tile's columns.
HWY_INLINE void add_results(const InverseArrays& arrays, const SolveLayout& layout,
                            const Tile& tile, std::size_t row, std::size_t column) {
  const D d;
  const V z0 = hn::Load(d, arrays.U + layout.entry(column, layout.rows) * kLanes);
  const V z1 = hn::Load(d, arrays.U + layout.entry(column + 1, layout.rows) * kLanes);
  HWY_UNROLL(4)
  for (std::size_t i = 0; i < kBand; ++i) {
    const V first = tile.entry[i][0];
    const V second = tile.entry[i][1];
    float* const mean = arrays.mean + (row + i) * kLanes;
    float* const variance = arrays.variance + (row + i) * kLanes;
    hn::Store(hn::MulAdd(second, z1, hn::MulAdd(first, z0, hn::Load(d, mean))), d, mean);
    hn::Store(hn::MulAdd(second, second, hn::MulAdd(first, first, hn::Load(d, variance))), d,
              variance);
  }
}

/// mean and variance must be zero. Bands side by side share each column of U while it is in cache.
inline void add_inverse(const InverseArrays& arrays, const SolveLayout& layout) {
  const Axes& axes = arrays.axes;
  const std::size_t band_floats = layout.rows * kBand * kLanes;
  for (std::size_t first = 0; first < layout.rows; first += kInverseBands * kBand) {
    const std::size_t last = std::min(first + kInverseBands * kBand, layout.rows);
    for (std::size_t column = axes.first_column(first); column < layout.rows;
         column += kTileColumns) {
      float* W = arrays.bands;
      for (std::size_t row = first; row < last && axes.first_column(row) <= column; row += kBand) {
        Tile tile = inverse_remainder(arrays, layout, W, row, column);
        finish_columns(arrays, layout, column, tile, W);
        add_results(arrays, layout, tile, row, column);
        W += band_floats;
      }
    }
  }
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_TRIANGULAR_INVERSE_INL_H_
