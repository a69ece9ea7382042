#include "tokenizing/whitespace_tokenizer.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bsg::tokenizing {
namespace {

/// Eight bytes as a number, the first one lowest; spaces behind the end of a text.
std::uint64_t load(std::string_view text, std::size_t at) {
  std::uint64_t bytes = 0x2020202020202020;
  if (text.size() - at >= sizeof bytes) {
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
  } else {
    std::memcpy(&bytes, text.data() + at, text.size() - at);
  }
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  return bytes;
}

constexpr std::uint64_t in_every_byte(std::uint64_t value) {
  return value * 0x0101010101010101;
}

/// The highest bit of every byte that is a separator: NUL, 9 to 13, or 32. Sums of a byte's lower
/// seven bits tell, by the bit they carry into, whether the byte is at least a value.
std::uint64_t separators(std::uint64_t bytes) {
  constexpr std::uint64_t kLower = in_every_byte(0x7F);
  const std::uint64_t lower = bytes & kLower;
  const std::uint64_t not_nul = lower + kLower;
  const std::uint64_t not_space = ((bytes ^ in_every_byte(' ')) & kLower) + kLower;
  const std::uint64_t tab_or_more = lower + in_every_byte(0x80 - '\t');
  const std::uint64_t more_than_return = lower + in_every_byte(0x80 - '\r' - 1);
  return (~not_nul | ~not_space | (tab_or_more & ~more_than_return)) & ~bytes & ~kLower;
}

}  // namespace

void WhitespaceTokenizer::tokenize(std::string_view text, Tokens& tokens) {
  tokens.clear();
  tokens.text = text;
  std::uint32_t begin = 0;
  const auto separate = [&](std::uint32_t at) {
    if (at > begin) tokens.list.push_back({begin, at - begin});
    begin = at + 1;
    if (text[at] == '\n')
      tokens.line_ends.push_back(static_cast<std::uint32_t>(tokens.list.size()));
  };
  const auto end = static_cast<std::uint32_t>(text.size());
  for (std::uint32_t at = 0; at < end; at += 8) {
    for (std::uint64_t found = separators(load(text, at)); found != 0; found &= found - 1) {
      const std::uint32_t separator = at + static_cast<std::uint32_t>(std::countr_zero(found)) / 8;
      if (separator >= end) break;
      separate(separator);
    }
  }
  if (end > begin) tokens.list.push_back({begin, end - begin});
}

}  // namespace bsg::tokenizing
