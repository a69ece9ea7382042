#include "cli/reports/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace bsg::cli {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return digits;
}

std::string byte_count(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> units{"kB", "MB", "GB", "TB", "PB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double amount = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  while (amount >= 1000 && unit + 1 < units.size()) {
    amount /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string short_count(double number) {
  constexpr std::array<std::string_view, 4> units{"", "k", "M", "G"};
  std::size_t unit = 0;
  while (number >= 1000 && unit + 1 < units.size()) {
    number /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f}{}", number, unit == 0 ? 0 : 1, units[unit]);
}

std::string duration_text(double seconds) {
  if (seconds < 9.995) return fmt::format("{:.2f} s", std::max(seconds, 0.0));
  if (seconds < 99.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  const std::uint64_t hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest)
                   : fmt::format("{}:{:02}", minutes, rest);
}

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

std::size_t display_width(std::string_view utf8) {
  const auto starts_code_point = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  };
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), starts_code_point));
}

}  // namespace bsg::cli
