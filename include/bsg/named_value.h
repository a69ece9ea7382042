#pragma once

#include <string_view>

namespace bsg {

/// A value of an enumeration and the name that people give it. Tables of these, and of descriptions
/// that begin alike, are what every front offers as choices.
template <class T>
struct NamedValue {
  std::string_view name;
  T value;
};

}  // namespace bsg
