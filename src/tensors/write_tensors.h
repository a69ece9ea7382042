#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "files/output_file.h"
#include "tensors/element_type.h"
#include "tensors/metadata.h"
#include "tensors/safetensors.h"

namespace bsg::tensors {

/// A tensor to be written: pieces that need not lie side by side, or be there before they are asked
/// for. A piece is valid until the next one; one that is asked for again is the same.
struct TensorToWrite {
  TensorDescription description;
  std::uint64_t pieces = 0;
  std::function<std::span<const std::byte>(std::uint64_t)> piece;
};

/// One that lies in memory as it will lie in the file.
template <class Element>
TensorToWrite whole(std::string name, Shape shape, std::span<const Element> values) {
  return {{std::move(name), std::string(kElementType<Element>), std::move(shape)},
          1,
          [values](std::uint64_t) { return std::as_bytes(values); }};
}

/// rows × columns of F32; row(k) is where a row starts.
TensorToWrite matrix_of_rows(std::string name, std::uint64_t rows, std::uint64_t columns,
                             std::function<const float*(std::uint64_t)> row);

/// Writes a file that TensorFile reads, all but commit(): the metadata given, which must name the
/// kind of file and its version, the checksums, and the tensors in their order. Nothing is held in
/// memory: pieces are asked for one after the other, once each, or twice where the file is a pipe
/// or a device. Returns the seal (header_seal.h). Throws FileError, and FormatError if a string is
/// not UTF-8 or a tensor's pieces are not as long together as its shape says.
std::string write_tensors(files::OutputFile& file, Metadata metadata,
                          std::span<const TensorToWrite> tensors);

}  // namespace bsg::tensors
