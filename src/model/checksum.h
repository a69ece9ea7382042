#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace bsg::model {

/// XXH3 (64 bits) as 16 lower-case hexadecimal digits.
std::string checksum(std::span<const std::byte> bytes);

/// Place of the 16 digits of "checksum.header" within a header (length, JSON and padding), or
/// npos unless `"checksum.header":"` stands in it exactly once with 16 bytes and a quote behind it.
std::size_t header_checksum_place(std::string_view header);

/// Checksum of a whole header whose own digits, at `place`, count as spaces.
std::string header_checksum(std::string_view header, std::size_t place);

/// Fills in the digits. REQUIRES: header_checksum_place() finds them.
void seal_header(std::string& header);

/// Whether the digits are there and right.
bool is_sealed(std::string_view header);

inline constexpr std::size_t kChecksumDigits = 16;
inline constexpr std::string_view kHeaderChecksumKey = "checksum.header";

}  // namespace bsg::model
