#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bsg::reading {

/// Length of the longest start of `text` that is valid UTF-8.
std::size_t valid_utf8_prefix(std::string_view text);

/// Writes `text` to `repaired` with U+FFFD in place of each sequence that is not UTF-8 (maximal
/// subparts, as the Unicode standard recommends), and returns how many there were. If there are
/// none `repaired` is left alone.
std::uint64_t repair_utf8(std::string_view text, std::string& repaired);

}  // namespace bsg::reading
