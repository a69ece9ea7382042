#include "tensors/write_tensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "tensors/checksum.h"
#include "tensors/format_error.h"
#include "tensors/header_seal.h"

namespace bsg::tensors {
namespace {

using Bytes = std::span<const std::byte>;

/// What is written while it is still in the cache from being checksummed.
constexpr std::size_t kSlice = std::size_t{1} << 18;

/// Calls visit(bytes) for the whole tensor in order; returns the checksum.
template <class Visit>
std::string walk(const TensorToWrite& tensor, const Visit& visit) {
  RunningChecksum checksum;
  std::uint64_t size = 0;
  for (std::uint64_t k = 0; k < tensor.pieces; ++k) {
    Bytes rest = tensor.piece(k);
    size += rest.size();
    while (!rest.empty()) {
      const Bytes slice = rest.first(std::min(rest.size(), kSlice));
      rest = rest.subspan(slice.size());
      checksum.add(slice);
      visit(slice);
    }
  }
  if (size != byte_size(tensor.description)) {
    throw FormatError(fmt::format("the bytes of {:?} are not as many as its shape says",
                                  tensor.description.name));
  }
  return checksum.digits();
}

std::string write(files::OutputFile& file, const TensorToWrite& tensor) {
  return walk(tensor, [&file](Bytes bytes) {
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
}

std::string checksum_of(const TensorToWrite& tensor) {
  return walk(tensor, [](Bytes) {});
}

}  // namespace

TensorToWrite matrix_of_rows(std::string name, std::uint64_t rows, std::uint64_t columns,
                             std::function<const float*(std::uint64_t)> row) {
  return {{std::move(name), std::string(kElementType<float>), {rows, columns}},
          rows,
          [row = std::move(row), columns](std::uint64_t k) {
            return std::as_bytes(std::span(row(k), columns));
          }};
}

std::string write_tensors(files::OutputFile& file, Metadata metadata,
                          std::span<const TensorToWrite> tensors) {
  const std::string unknown(kChecksumDigits, '0');
  const bool once = file.can_overwrite();
  std::vector<TensorDescription> descriptions;
  for (const TensorToWrite& tensor : tensors) {
    descriptions.push_back(tensor.description);
    metadata[checksum_key(tensor.description.name)] = once ? unknown : checksum_of(tensor);
  }
  metadata[kSealKey] = unknown;
  std::string header = make_header(metadata, descriptions);
  std::string seal = once ? unknown : seal_header(header);
  file.write(header);
  for (const TensorToWrite& tensor : tensors) {
    metadata[checksum_key(tensor.description.name)] = write(file, tensor);
  }
  if (once) {
    header = make_header(metadata, descriptions);
    seal = seal_header(header);
    file.overwrite_start(header);
  }
  return seal;
}

}  // namespace bsg::tensors
