#pragma once

#include <cstddef>

namespace bsg::kernels {

/// Rows that the solver takes at once, and columns of its register tiles.
inline constexpr std::size_t kBand = 4;
inline constexpr std::size_t kTileColumns = 2;

/// Bands of the inverse that are made side by side.
inline constexpr std::size_t kInverseBands = 4;

/// How the solver keeps an upper triangle: m rounded up to whole bands (the rows and columns added
/// are those of the identity), the right-hand side as column `rows`, and every row of a band stored
/// from the band's first column on. Entry numbers count vectors with one matrix a lane.
struct SolveLayout {
  std::size_t rows;
  std::size_t columns;

  explicit constexpr SolveLayout(std::size_t m)
      : rows((m + kBand - 1) / kBand * kBand), columns(rows + kTileColumns) {}

  [[nodiscard]] constexpr std::size_t bands() const { return rows / kBand; }

  /// REQUIRES: column >= the first column of the row's band.
  [[nodiscard]] constexpr std::size_t entry(std::size_t row, std::size_t column) const {
    const std::size_t start = row / kBand * kBand;
    const std::size_t before = start * columns - start * (start - kBand) / 2;
    return before + (row - start) * (columns - start) + column - start;
  }

  [[nodiscard]] constexpr std::size_t triangle_entries() const {
    return rows * columns - rows * (rows - kBand) / 2;
  }
  /// The triangle, 1 / diagonal, mean, variance, and the bands of the inverse.
  [[nodiscard]] constexpr std::size_t workspace_entries() const {
    return triangle_entries() + 3 * rows + kInverseBands * kBand * rows;
  }
};

}  // namespace bsg::kernels
