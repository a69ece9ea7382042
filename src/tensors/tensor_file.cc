#include "tensors/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "tensors/checksum.h"
#include "tensors/format_error.h"
#include "tensors/header_seal.h"

namespace bsg::tensors {
namespace {

using Bytes = std::span<const std::byte>;

/// Bytes that are read before they are given back.
constexpr std::size_t kPiece = std::size_t{8} << 20;

SafetensorsHeader read_header_of(const FileKind& kind, Bytes file) {
  try {
    return read_header(file);
  } catch (const FormatError& error) {
    throw FormatError(
        fmt::format("it is not a bsg {}, or a damaged one: {}", kind.name, error.what()));
  }
}

}  // namespace

TensorFile::TensorFile(const std::filesystem::path& path, const FileKind& kind)
    : file_(path), header_(read_header_of(kind, file_.bytes())) {
  check_format(kind);
  check_layout(header_, file_.bytes().size());
}

void TensorFile::check_format(const FileKind& kind) const {
  const auto found = header_.metadata.find(kind.format_key);
  if (found == header_.metadata.end()) {
    throw FormatError(fmt::format("it is a safetensors file, but not a bsg {} (no {} in it)",
                                  kind.name, kind.format_key));
  }
  const std::string& text = found->second;
  const char* const end = text.data() + text.size();
  std::uint64_t format = 0;
  const auto [rest, status] = std::from_chars(text.data(), end, format);
  if (status != std::errc{} || rest != end || format == 0) {
    throw FormatError(fmt::format("its {} {:?} is not a number", kind.format_key, text));
  }
  if (format > kind.newest_format) {
    throw NewerFormatError(
        fmt::format("it has {} format {}, and this bsg reads formats up to {}: use a newer bsg",
                    kind.name, format, kind.newest_format));
  }
}

void TensorFile::verify_header() const {
  const Bytes bytes = file_.bytes();
  if (!is_sealed({reinterpret_cast<const char*>(bytes.data()), header_.size})) {
    throw FormatError("the checksum of the header does not match");
  }
}

void TensorFile::verify_tensors(AfterReading pages) const {
  for (const auto& [name, tensor] : header_.tensors) {
    if (text_of(header_.metadata, checksum_key(name)) != checksum_of(bytes_of(tensor), pages)) {
      throw FormatError(fmt::format("the checksum of {:?} does not match", name));
    }
  }
}

std::string TensorFile::checksum_of(std::span<const std::byte> bytes, AfterReading pages) const {
  RunningChecksum sum;
  while (!bytes.empty()) {
    const Bytes piece = bytes.first(std::min(kPiece, bytes.size()));
    sum.add(piece);
    if (pages == AfterReading::give_back) file_.give_back(piece);
    bytes = bytes.subspan(piece.size());
  }
  return sum.digits();
}

void TensorFile::check_all_taken() const {
  for (const auto& [name, tensor] : header_.tensors) {
    if (!taken_.contains(name)) {
      throw FormatError(fmt::format("it has tensors of unknown names: {:?}", name));
    }
  }
}

const TensorEntry& TensorFile::entry(const std::string& name) const {
  const auto found = header_.tensors.find(name);
  if (found == header_.tensors.end()) throw FormatError(fmt::format("it lacks {:?}", name));
  return found->second;
}

Bytes TensorFile::bytes_of(const TensorEntry& tensor) const {
  return file_.bytes().subspan(header_.size + tensor.begin, tensor.end - tensor.begin);
}

Bytes TensorFile::take_bytes(const std::string& name, std::string_view dtype, const Shape& shape) {
  const TensorEntry& tensor = entry(name);
  if (tensor.dtype != dtype || tensor.shape != shape) {
    throw FormatError(fmt::format("the type or shape of {:?} is wrong", name));
  }
  taken_.insert(name);
  return bytes_of(tensor);
}

}  // namespace bsg::tensors
