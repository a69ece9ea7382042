#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bsg::random {

/// Draws from a discrete distribution in constant time (Walker's alias method).
class AliasTable {
 public:
  /// REQUIRES: weights are finite, not negative, and at least one is above 0; fewer than 2^32 of
  /// them.
  explicit AliasTable(std::span<const double> weights);

  /// The outcome that 64 uniform random bits stand for.
  [[nodiscard]] std::uint32_t draw(std::uint64_t bits) const {
    // bits / 2^64 · size in fixed point with 32 binary places: the whole part is the cell, the
    // fraction decides within it.
    const std::uint64_t size = cells_.size();
    const std::uint64_t scaled = (bits >> 32) * size + (((bits & 0xFFFFFFFF) * size) >> 32);
    const std::uint64_t cell = scaled >> 32;
    const auto fraction = static_cast<std::uint32_t>(scaled);
    // Both outcomes are at hand before one is chosen, which spares a branch nobody can foresee.
    const Cell found = cells_[cell];
    return fraction < found.threshold ? static_cast<std::uint32_t>(cell) : found.alias;
  }

  [[nodiscard]] std::size_t size() const { return cells_.size(); }

 private:
  struct Cell {
    std::uint32_t threshold;  ///< of 2^32: below it the cell's own outcome, from it on the alias
    std::uint32_t alias;
  };
  std::vector<Cell> cells_;
};

}  // namespace bsg::random
