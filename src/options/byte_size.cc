#include "options/byte_size.h"

#include <fmt/format.h>

#include <charconv>

namespace bsg::options {
namespace {

/// Each stands for ten bits more than the one before.
constexpr std::string_view kUnits = "KMGT";
constexpr std::string_view kSmallUnits = "kmgt";

std::size_t shift_of(char letter) {
  const std::size_t large = kUnits.find(letter);
  const std::size_t unit = large != std::string_view::npos ? large : kSmallUnits.find(letter);
  return unit == std::string_view::npos ? 0 : 10 * (unit + 1);
}

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::size_t shift = shift_of(text.back());
  if (shift > 0) text.remove_suffix(1);
  std::uint64_t amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || amount == 0 || amount > UINT64_MAX >> shift) return std::nullopt;
  return amount << shift;
}

std::string byte_size_text(std::uint64_t bytes) {
  for (std::size_t unit = kUnits.size(); unit > 0; --unit) {
    const std::uint64_t size = std::uint64_t{1} << (10 * unit);
    if (bytes >= size && bytes % size == 0) {
      return fmt::format("{}{}", bytes / size, kUnits[unit - 1]);
    }
  }
  return fmt::format("{}", bytes);
}

}  // namespace bsg::options
