#include "reading/utf8.h"

#include <unicode/utf8.h>

#include <cstring>

namespace bsg::reading {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// ICU's macros count in int32_t; a sequence has at most four bytes, so looking at a few at a time
/// does.
struct Decoded {
  std::size_t length;
  bool valid;
};

Decoded decode(std::string_view text) {
  const auto available = static_cast<std::int32_t>(text.size() < 4 ? text.size() : 4);
  std::int32_t used = 0;
  UChar32 c = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // in the macro's own arithmetic
  U8_NEXT(text.data(), used, available, c);
#pragma GCC diagnostic pop
  return {static_cast<std::size_t>(used), c >= 0};
}

std::size_t ascii_prefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t at = 0;
  for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & kHighBits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    at += ascii_prefix(text.substr(at));
    while (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80) {
      const Decoded next = decode(text.substr(at));
      if (!next.valid) return at;
      at += next.length;
    }
  }
  return at;
}

std::uint64_t repair_utf8(std::string_view text, std::string& repaired) {
  std::size_t valid = valid_utf8_prefix(text);
  if (valid == text.size()) return 0;
  repaired.clear();
  std::uint64_t replaced = 0;
  while (valid < text.size()) {
    repaired.append(text.substr(0, valid)).append(kReplacement);
    ++replaced;
    text.remove_prefix(valid + decode(text.substr(valid)).length);
    valid = valid_utf8_prefix(text);
  }
  repaired.append(text);
  return replaced;
}

}  // namespace bsg::reading
