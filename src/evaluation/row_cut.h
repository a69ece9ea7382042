#pragma once

#include <cstddef>
#include <span>

#include "bsg/baskets.h"
#include "tables/order_values.h"

namespace bsg::evaluation {

/// Where the rows of all baskets, by their order, are cut in two.
class RowCut {
 public:
  /// Behind it is `share` of the rows, or less where rows on both sides of it have the same order:
  /// they all stay before it. Orders are compared as tables::OrderValues does. REQUIRES: each item
  /// has an order; 0 < share < 1.
  RowCut(std::span<const Basket> baskets, double share);

  /// Rows are counted from 0 through all baskets.
  [[nodiscard]] bool is_behind(std::size_t row) const { return orders_.before(last_, row); }

 private:
  tables::OrderValues orders_;
  std::size_t last_ = 0;  ///< the last row before the cut
};

}  // namespace bsg::evaluation
