#pragma once

#include <string>
#include <string_view>

namespace bsg {

/// A message with the names of options and functions as each front writes them: an option of
/// option_table() is min-count in this library, --min-count on the command line and min_count in
/// Python.
struct Wording {
  std::string library;
  std::string command_line;
  std::string python;

  bool operator==(const Wording&) const = default;
};

/// The name of an option as each front writes it.
Wording option_wording(std::string_view name);

}  // namespace bsg
