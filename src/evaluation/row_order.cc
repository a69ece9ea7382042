#include "evaluation/row_order.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace bsg::evaluation {
namespace {

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  const bool whole = error == std::errc() && stopped == end && std::isfinite(value);
  return whole ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> all_orders(std::span<const Basket> baskets) {
  std::vector<std::string_view> orders;
  for (const Basket& basket : baskets) {
    orders.insert(orders.end(), basket.orders.begin(), basket.orders.end());
  }
  return orders;
}

/// The last element before the last `share` of them. REQUIRES: not empty.
template <class T>
T last_before(std::vector<T> rows, double share) {
  const auto size = static_cast<double>(rows.size());
  const auto before =
      static_cast<std::ptrdiff_t>(std::clamp(std::round((1 - share) * size), 1.0, size));
  std::ranges::nth_element(rows, rows.begin() + before - 1);
  return rows[static_cast<std::size_t>(before - 1)];
}

}  // namespace

RowCut::RowCut(std::span<const Basket> baskets, double share) {
  const std::vector<std::string_view> orders = all_orders(baskets);
  if (orders.empty()) return;
  std::vector<double> numbers;
  for (const std::string_view order : orders) {
    const std::optional<double> number = parse_number(order);
    if (!number) break;
    numbers.push_back(*number);
  }
  if (numbers.size() == orders.size()) {
    number_ = last_before(std::move(numbers), share);
  } else {
    last_ = last_before(orders, share);
  }
}

bool RowCut::is_behind(std::string_view order) const {
  return number_ ? parse_number(order) > *number_ : order > last_;
}

}  // namespace bsg::evaluation
