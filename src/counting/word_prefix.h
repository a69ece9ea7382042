#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace bsg::counting {

/// The first eight bytes of a word as a number, zeros behind a shorter word: of two words with
/// different numbers, the one with the smaller number comes first.
inline std::uint64_t word_prefix(std::string_view word) {
  if (word.empty()) return 0;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, word.data(), std::min(word.size(), sizeof bytes));
  if constexpr (std::endian::native == std::endian::little) bytes = __builtin_bswap64(bytes);
  return bytes;
}

}  // namespace bsg::counting
