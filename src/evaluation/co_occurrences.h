#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bsg/model.h"

namespace bsg::evaluation {

/// Baskets as ids of items, ascending and distinct.
using IdBaskets = std::vector<std::vector<WordId>>;

/// How many baskets have an item, and how many have two of them: G = XᵀX, for X with a row for
/// each basket and a column for each item. Immutable, thread-safe.
class CoOccurrences {
 public:
  struct Partner {
    WordId item = 0;
    std::uint32_t baskets = 0;
  };

  /// REQUIRES: all ids are below `items`.
  CoOccurrences(const IdBaskets& baskets, std::size_t items);

  [[nodiscard]] std::size_t items() const { return counts_.size(); }
  [[nodiscard]] std::span<const std::uint32_t> counts() const { return counts_; }
  /// Ascending by id, without the item itself.
  [[nodiscard]] std::span<const Partner> partners(WordId item) const { return partners_[item]; }

  /// An upper bound on what partners take.
  [[nodiscard]] static double bytes_needed(const IdBaskets& baskets, std::size_t items);

 private:
  std::vector<std::uint32_t> counts_;
  std::vector<std::vector<Partner>> partners_;
};

}  // namespace bsg::evaluation
