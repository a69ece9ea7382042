#include "tensors/header_seal.h"

#include <fmt/format.h>

#include <span>

#include "tensors/checksum.h"

namespace bsg::tensors {
namespace {

/// Place of the digits within a header, or npos unless `"checksum.header":"` stands in it exactly
/// once with 16 bytes and a quote behind it.
std::size_t place_of_seal(std::string_view header) {
  const std::string key = fmt::format("\"{}\":\"", kSealKey);
  const std::size_t found = header.find(key);
  if (found == std::string_view::npos || header.find(key, found + 1) != std::string_view::npos) {
    return std::string_view::npos;
  }
  const std::size_t place = found + key.size();
  const bool closed =
      place + kChecksumDigits < header.size() && header[place + kChecksumDigits] == '"';
  return closed ? place : std::string_view::npos;
}

std::string seal_of(std::string_view header, std::size_t place) {
  std::string blanked(header);
  blanked.replace(place, kChecksumDigits, kChecksumDigits, ' ');
  return checksum(std::as_bytes(std::span(blanked)));
}

}  // namespace

std::string seal_header(std::string& header) {
  const std::size_t place = place_of_seal(header);
  std::string seal = seal_of(header, place);
  header.replace(place, kChecksumDigits, seal);
  return seal;
}

bool is_sealed(std::string_view header) {
  const std::size_t place = place_of_seal(header);
  return place != std::string_view::npos &&
         header.substr(place, kChecksumDigits) == seal_of(header, place);
}

}  // namespace bsg::tensors
