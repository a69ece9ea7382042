#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace bsg::model {

/// The words of a model, one after another: word i is bytes[offsets[i] … offsets[i + 1]).
struct WordList {
  std::span<const char> bytes;
  std::span<const std::int64_t> offsets;  ///< l + 1

  [[nodiscard]] std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  [[nodiscard]] std::string_view operator[](std::size_t id) const {
    return {bytes.data() + offsets[id], static_cast<std::size_t>(offsets[id + 1] - offsets[id])};
  }
};

}  // namespace bsg::model
