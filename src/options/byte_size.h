#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Numbers of bytes as options write them: "1000000", "6G".

namespace bsg::options {

/// A whole number above 0, with K, M, G or T (or k, m, g, t) behind it for powers of 1024. Nothing
/// if the text is something else, or more than 64 bits hold.
std::optional<std::uint64_t> parse_byte_size(std::string_view text);

/// With the largest unit that divides it: what parse_byte_size() takes.
std::string byte_size_text(std::uint64_t bytes);

}  // namespace bsg::options
