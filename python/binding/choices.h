#pragma once

#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <string_view>

#include "bsg/error.h"
#include "bsg/model.h"
#include "bsg/named_value.h"

namespace bsg::python {

inline constexpr std::array kSides{NamedValue<Side>{"target", Side::target},
                                   NamedValue<Side>{"context", Side::context}};

/// The value of that name in a table of the library, or one like it; it may be written with _ for
/// -. Throws OptionError with all names.
template <std::ranges::range Table>
auto parse_choice(const Table& table, const std::string& given, std::string_view what) {
  std::string name = given;
  std::ranges::replace(name, '_', '-');
  std::string names;
  for (const auto& row : table) {
    if (row.name == name) return row.value;
    names += (names.empty() ? "'" : ", '") + std::string(row.name) + "'";
  }
  throw OptionError(std::string(what) + " must be one of " + names + ", not '" + given + "'");
}

}  // namespace bsg::python
