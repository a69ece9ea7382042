#include "model/checksum.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace bsg::model {

std::string checksum(std::span<const std::byte> bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

std::size_t header_checksum_place(std::string_view header) {
  const std::string key = fmt::format("\"{}\":\"", kHeaderChecksumKey);
  const std::size_t found = header.find(key);
  if (found == std::string_view::npos || header.find(key, found + 1) != std::string_view::npos) {
    return std::string_view::npos;
  }
  const std::size_t place = found + key.size();
  const bool closed =
      place + kChecksumDigits < header.size() && header[place + kChecksumDigits] == '"';
  return closed ? place : std::string_view::npos;
}

std::string header_checksum(std::string_view header, std::size_t place) {
  std::string blanked(header);
  blanked.replace(place, kChecksumDigits, kChecksumDigits, ' ');
  return checksum(std::as_bytes(std::span(blanked)));
}

void seal_header(std::string& header) {
  const std::size_t place = header_checksum_place(header);
  header.replace(place, kChecksumDigits, header_checksum(header, place));
}

bool is_sealed(std::string_view header) {
  const std::size_t place = header_checksum_place(header);
  return place != std::string_view::npos &&
         header.substr(place, kChecksumDigits) == header_checksum(header, place);
}

}  // namespace bsg::model
