#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bsg/baskets.h"

namespace bsg::evaluation {

/// Where the rows of all baskets, by their order, are cut in two.
class RowCut {
 public:
  /// Behind it is `share` of the rows, or less where rows on both sides of it have the same order:
  /// they all stay before it. Orders are compared as numbers if all of them are, else by their
  /// bytes. REQUIRES: each item has an order; 0 < share < 1.
  RowCut(std::span<const Basket> baskets, double share);

  [[nodiscard]] bool is_behind(std::string_view order) const;

 private:
  std::string_view last_;         ///< the last order before the cut
  std::optional<double> number_;  ///< the same, where orders are numbers
};

}  // namespace bsg::evaluation
