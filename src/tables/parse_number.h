#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace bsg::tables {

/// Without the spaces and tabs around it.
constexpr std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

/// The finite decimal number that a field is, blanks around it aside.
inline std::optional<double> parse_number(std::string_view field) {
  const std::string_view text = trimmed(field);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

}  // namespace bsg::tables
