#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Numbers as people read them.

namespace bsg::cli {

/// 1234567 is "1,234,567".
std::string grouped(std::uint64_t number);

/// "812 B", "12.9 MB" (of 1,000,000 bytes).
std::string byte_count(std::uint64_t bytes);

/// "3.2k", "15.1M", "2.0G".
std::string short_count(double number);

/// "0.42 s", "12.3 s", "4:05", "2:03:59".
std::string duration_text(double seconds);

/// "45 %".
std::string percent(double share);

/// Code points, which is what a terminal shows in most scripts.
std::size_t display_width(std::string_view utf8);

}  // namespace bsg::cli
