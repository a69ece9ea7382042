#include "evaluation/row_cut.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace bsg::evaluation {

RowCut::RowCut(std::span<const Basket> baskets, double share) {
  std::size_t size = 0;
  for (const Basket& basket : baskets) {
    for (const std::string& order : basket.orders) orders_.add(order);
    size += basket.orders.size();
  }
  orders_.finish();
  if (size == 0) return;
  const auto rows = static_cast<double>(size);
  const auto before =
      static_cast<std::size_t>(std::clamp(std::round((1 - share) * rows), 1., rows));
  std::vector<std::size_t> sorted(size);
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(before) - 1,
                           [&](std::size_t a, std::size_t b) { return orders_.before(a, b); });
  last_ = sorted[before - 1];
}

}  // namespace bsg::evaluation
