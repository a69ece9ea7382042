#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tensors/metadata.h"

/// The safetensors format: 8 bytes of little-endian header length, a JSON header that maps names to
/// element type, shape and place (and "__metadata__" to strings), then the tensors' bytes.

namespace bsg::tensors {

using Shape = std::vector<std::uint64_t>;

struct TensorEntry {
  std::string dtype;
  Shape shape;
  std::uint64_t begin = 0;  ///< in bytes from the end of the header
  std::uint64_t end = 0;
};

struct SafetensorsHeader {
  Metadata metadata;
  std::map<std::string, TensorEntry> tensors;
  std::size_t size = 0;  ///< bytes before the first tensor
};

/// Reads the header only, strictly: no key twice, nothing that the format does not know, nothing
/// longer than the file. Throws FormatError.
SafetensorsHeader read_header(std::span<const std::byte> file);

/// Throws FormatError unless the tensors fill the rest of the file without hole or overlap, each of
/// the size that its shape and element type (F32, I64, U32 or U8) give, none empty, all aligned.
void check_layout(const SafetensorsHeader& header, std::size_t file_size);

/// A tensor as the header describes it.
struct TensorDescription {
  std::string name;
  std::string dtype;  ///< F32, I64, U32 or U8
  Shape shape;
};

/// REQUIRES: it fits in 64 bits. Throws FormatError for another element type.
std::uint64_t byte_size(const TensorDescription& tensor);

/// Length, JSON and padding: all that precedes the data of `tensors`, written in their order. The
/// size is a multiple of 64, and stays the same when digits are exchanged for others. Throws
/// FormatError if a string is not UTF-8.
std::string make_header(const Metadata& metadata, std::span<const TensorDescription> tensors);

}  // namespace bsg::tensors
