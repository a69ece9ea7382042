#pragma once

#include <array>
#include <string_view>

namespace bsg::reading {

/// What separates tokens: ASCII white space and NUL.
inline constexpr std::string_view kSeparators{" \t\n\v\f\r\0", 7};

inline constexpr auto kIsSeparator = [] {
  std::array<bool, 256> table{};
  for (const char c : kSeparators) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

constexpr bool is_separator(char c) {
  return kIsSeparator[static_cast<unsigned char>(c)];
}

}  // namespace bsg::reading
