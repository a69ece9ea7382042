// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_CHOLESKY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_CHOLESKY_INL_H_
#undef BSG_KERNELS_CHOLESKY_INL_H_
#else
#define BSG_KERNELS_CHOLESKY_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "hwy/highway.h"
#include "kernels/solve_layout.h"

// P = UᵀU and U⁻¹ for as many matrices as a vector has lanes: an "entry" below is one vector, with
// one matrix a lane. Rows are taken four at a time (a "band"), columns two at a time.

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

inline constexpr std::size_t kLanes = hn::MaxLanes(D());

/// Bands that the factor's trailing part is updated with at once: their rows stay in the second
/// cache.
inline constexpr std::size_t kPanelBands = 16;

/// kBand × kTileColumns entries: with the six that they are updated from, what 16 registers hold.
struct Tile {
  V entry[kBand][kTileColumns];
};

/// A walk down a column of U: entry(j) of row k is at `position` + j entries.
class ColumnWalk {
 public:
  ColumnWalk(const float* U, const SolveLayout& layout, std::size_t row, std::size_t column)
      : position_(U + layout.entry(row, column) * kLanes),
        row_floats_((layout.columns - row) * kLanes) {}

  [[nodiscard]] HWY_INLINE const float* row(std::size_t k) const {
    return position_ + k * row_floats_;
  }
  HWY_INLINE void next_band() {
    position_ += kBand * row_floats_ - kBand * kLanes;
    row_floats_ -= kBand * kLanes;
  }

 private:
  const float* position_;
  std::size_t row_floats_;
};

/// tile[i][j] -= left[i] right[j], both given as consecutive entries.
HWY_INLINE void subtract_product(const float* HWY_RESTRICT left, const float* HWY_RESTRICT right,
                                 Tile& tile) {
  const D d;
  const V right0 = hn::Load(d, right);
  const V right1 = hn::Load(d, right + kLanes);
  HWY_UNROLL(4)
  for (std::size_t i = 0; i < kBand; ++i) {
    const V value = hn::Load(d, left + i * kLanes);
    tile.entry[i][0] = hn::NegMulAdd(value, right0, tile.entry[i][0]);
    tile.entry[i][1] = hn::NegMulAdd(value, right1, tile.entry[i][1]);
  }
}

/// The tile at (row, column) less the products of the bands first … last - 1 of U.
HWY_INLINE Tile remainder(const float* U, const SolveLayout& layout, std::size_t row,
                          std::size_t column, std::size_t first, std::size_t last) {
  const D d;
  Tile tile;
  HWY_UNROLL(4)
  for (std::size_t i = 0; i < kBand; ++i) {
    const float* const entry = U + layout.entry(row + i, column) * kLanes;
    tile.entry[i][0] = hn::Load(d, entry);
    tile.entry[i][1] = hn::Load(d, entry + kLanes);
  }
  if (first == last) return tile;
  ColumnWalk left(U, layout, first * kBand, row);
  ColumnWalk right(U, layout, first * kBand, column);
  for (std::size_t band = first; band < last; ++band) {
    HWY_UNROLL(4)
    for (std::size_t k = 0; k < kBand; ++k) subtract_product(left.row(k), right.row(k), tile);
    left.next_band();
    right.next_band();
  }
  return tile;
}

HWY_INLINE void store_tile(const Tile& tile, const SolveLayout& layout, std::size_t row,
                           std::size_t column, float* U) {
  const D d;
  HWY_UNROLL(4)
  for (std::size_t i = 0; i < kBand; ++i) {
    float* const entry = U + layout.entry(row + i, column) * kLanes;
    hn::Store(tile.entry[i][0], d, entry);
    hn::Store(tile.entry[i][1], d, entry + kLanes);
  }
}

/// Factors the diagonal block of a band; inverse_diagonal[i] = 1 / U_ii. Returns `positive` without
/// the lanes that have a pivot not above zero or not finite.
HWY_INLINE hn::Mask<D> factor_diagonal(float* U, const SolveLayout& layout, std::size_t row,
                                       float* inverse_diagonal, hn::Mask<D> positive) {
  const D d;
  for (std::size_t i = 0; i < kBand; ++i) {
    float* const pivot_row = U + layout.entry(row + i, row) * kLanes;
    const V pivot = hn::Load(d, pivot_row + i * kLanes);
    positive = hn::And(positive, hn::And(hn::Gt(pivot, hn::Zero(d)), hn::IsFinite(pivot)));
    const V inverse = hn::Div(hn::Set(d, 1), hn::Sqrt(pivot));
    hn::Store(inverse, d, inverse_diagonal + (row + i) * kLanes);
    for (std::size_t j = i; j < kBand; ++j) {
      hn::Store(hn::Mul(hn::Load(d, pivot_row + j * kLanes), inverse), d, pivot_row + j * kLanes);
    }
    for (std::size_t k = i + 1; k < kBand; ++k) {
      float* const lower_row = U + layout.entry(row + k, row) * kLanes;
      const V value = hn::Load(d, pivot_row + k * kLanes);
      for (std::size_t j = k; j < kBand; ++j) {
        const V product = hn::Load(d, pivot_row + j * kLanes);
        const V entry = hn::Load(d, lower_row + j * kLanes);
        hn::Store(hn::NegMulAdd(value, product, entry), d, lower_row + j * kLanes);
      }
    }
  }
  return positive;
}

/// The tile's rows of U from what is left of P there: forward substitution with the diagonal block.
HWY_INLINE void substitute(const float* U, const SolveLayout& layout, std::size_t row,
                           const float* inverse_diagonal, Tile& tile) {
  const D d;
  HWY_UNROLL(4)
  for (std::size_t i = 0; i < kBand; ++i) {
    const V inverse = hn::Load(d, inverse_diagonal + (row + i) * kLanes);
    tile.entry[i][0] = hn::Mul(tile.entry[i][0], inverse);
    tile.entry[i][1] = hn::Mul(tile.entry[i][1], inverse);
    const float* const diagonal_row = U + layout.entry(row + i, row) * kLanes;
    HWY_UNROLL(4)
    for (std::size_t k = i + 1; k < kBand; ++k) {
      const V value = hn::Load(d, diagonal_row + k * kLanes);
      tile.entry[k][0] = hn::NegMulAdd(value, tile.entry[i][0], tile.entry[k][0]);
      tile.entry[k][1] = hn::NegMulAdd(value, tile.entry[i][1], tile.entry[k][1]);
    }
  }
}

/// One band of U, all bands before `first_band` being subtracted already.
HWY_INLINE hn::Mask<D> factor_band(float* U, const SolveLayout& layout, std::size_t band,
                                   std::size_t first_band, float* inverse_diagonal,
                                   hn::Mask<D> positive) {
  const std::size_t row = band * kBand;
  for (std::size_t column = row; column < row + kBand; column += kTileColumns) {
    store_tile(remainder(U, layout, row, column, first_band, band), layout, row, column, U);
  }
  positive = factor_diagonal(U, layout, row, inverse_diagonal, positive);
  for (std::size_t column = row + kBand; column < layout.columns; column += kTileColumns) {
    Tile tile = remainder(U, layout, row, column, first_band, band);
    substitute(U, layout, row, inverse_diagonal, tile);
    store_tile(tile, layout, row, column, U);
  }
  return positive;
}

/// Overwrites P, and the right-hand side beside it, by U and U⁻ᵀr. Returns the lanes in which all
/// pivots are positive.
inline hn::Mask<D> factor(float* U, const SolveLayout& layout, float* inverse_diagonal) {
  const D d;
  hn::Mask<D> positive = hn::Eq(hn::Zero(d), hn::Zero(d));
  for (std::size_t first = 0; first < layout.bands(); first += kPanelBands) {
    const std::size_t last = std::min(first + kPanelBands, layout.bands());
    for (std::size_t band = first; band < last; ++band) {
      positive = factor_band(U, layout, band, first, inverse_diagonal, positive);
    }
    for (std::size_t row = last * kBand; row < layout.rows; row += kBand) {
      for (std::size_t column = row; column < layout.columns; column += kTileColumns) {
        store_tile(remainder(U, layout, row, column, first, last), layout, row, column, U);
      }
    }
  }
  return positive;
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_CHOLESKY_INL_H_
