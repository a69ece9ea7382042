#pragma once

#include <fmt/format.h>

#include <string>
#include <type_traits>

#include "bsg/wording.h"

namespace bsg::wording {

/// What a front is given of a part: its own text of a Wording, anything else as it is.
template <class T>
using Written = std::conditional_t<std::is_same_v<T, Wording>, std::string, T>;

template <class T>
const T& written(const T& part, std::string Wording::* /*front*/) {
  return part;
}
inline const std::string& written(const Wording& part, std::string Wording::*front) {
  return part.*front;
}

/// fmt::format() for every front; parts may themselves be a Wording.
template <class... T>
[[nodiscard]] Wording compose(fmt::format_string<const Written<T>&...> pattern, const T&... parts) {
  const auto write = [&]([[maybe_unused]] std::string Wording::*front) {
    return fmt::vformat(pattern, fmt::make_format_args(written(parts, front)...));
  };
  return {.library = write(&Wording::library),
          .command_line = write(&Wording::command_line),
          .python = write(&Wording::python)};
}

}  // namespace bsg::wording
