#include "tables/order_values.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include "bsg/error.h"
#include "tables/parse_number.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::tables {
namespace {

/// A number that is written as it would be written anew.
std::optional<std::int64_t> plain_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.starts_with('0') && (negative || digits.size() > 1)) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// 12/1/2010, or 1.12.2010: its bytes are in no order of time.
bool is_unsortable_date(std::string_view text) {
  const std::size_t first = text.find_first_of("/.");
  if (first > 2) return false;  // or there is none
  const std::size_t second = text.find(text[first], first + 1);
  if (second == std::string_view::npos || second - first > 3) return false;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return first > 0 && std::ranges::all_of(text.substr(0, first), is_digit) &&
         text.size() > second + 1 && is_digit(text[second + 1]);
}

void refuse_unsortable_date(std::string_view text) {
  if (!is_unsortable_date(text)) return;
  throw InputError(wording::compose(
      "the column of {} has '{}': dates sort by time only if they begin with the year; write them "
      "as 2010-12-01, or as numbers",
      wording::option("order-column"), text));
}

}  // namespace

void OrderValues::add(std::string_view value) {
  if (in_numbers_) {
    if (const std::optional<std::int64_t> number = plain_integer(value)) {
      numbers_.push_back(*number);
      return;
    }
    turn_to_texts();
  }
  ids_.push_back(texts_.add(value));
}

void OrderValues::turn_to_texts() {
  in_numbers_ = false;
  ids_.reserve(numbers_.size());
  for (const std::int64_t number : numbers_) ids_.push_back(texts_.add(std::to_string(number)));
  numbers_ = {};
}

void OrderValues::finish() {
  if (in_numbers_) return;
  std::vector<double> numbers;
  for (std::size_t k = 0; k < texts_.size(); ++k) {
    const std::optional<double> number = parse_number(texts_.word(k));
    if (!number) return rank_by_bytes();
    numbers.push_back(*number);
  }
  rank_by_number(numbers);
}

void OrderValues::rank_by_number(const std::vector<double>& numbers) {
  rank([&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; });
}

void OrderValues::rank_by_bytes() {
  for (std::size_t k = 0; k < texts_.size(); ++k) refuse_unsortable_date(texts_.word(k));
  rank([&](std::uint32_t a, std::uint32_t b) { return texts_.word(a) < texts_.word(b); });
}

template <class Before>
void OrderValues::rank(const Before& before) {
  std::vector<std::uint32_t> sorted(texts_.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::ranges::sort(sorted, before);
  ranks_.resize(sorted.size());
  std::uint32_t rank = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (k > 0 && before(sorted[k - 1], sorted[k])) ++rank;
    ranks_[sorted[k]] = rank;
  }
}

std::string OrderValues::text(std::size_t row) const {
  return in_numbers_ ? std::to_string(numbers_[row]) : std::string(texts_.word(ids_[row]));
}

}  // namespace bsg::tables
