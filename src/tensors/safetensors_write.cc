#include <bit>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>

#include "tensors/element_type.h"
#include "tensors/format_error.h"
#include "tensors/safetensors.h"

namespace bsg::tensors {
namespace {

constexpr std::size_t kDataAlignment = 64;

static_assert(std::endian::native == std::endian::little,
              "tensors are written as they lie in memory, and the format is little-endian");

nlohmann::ordered_json describe(const TensorDescription& tensor, std::uint64_t begin) {
  nlohmann::ordered_json entry;
  entry["dtype"] = tensor.dtype;
  entry["shape"] = tensor.shape;
  entry["data_offsets"] = {begin, begin + byte_size(tensor)};
  return entry;
}

std::string to_text(const nlohmann::ordered_json& header) {
  try {
    return header.dump();
  } catch (const nlohmann::json::type_error&) {
    throw FormatError("an option, or another text of its metadata, is not valid UTF-8");
  }
}

}  // namespace

std::uint64_t byte_size(const TensorDescription& tensor) {
  return std::accumulate(tensor.shape.begin(), tensor.shape.end(), element_size(tensor.dtype),
                         std::multiplies<>());
}

std::string make_header(const Metadata& metadata, std::span<const TensorDescription> tensors) {
  nlohmann::ordered_json header;
  header["__metadata__"] = metadata;
  std::uint64_t begin = 0;
  for (const TensorDescription& tensor : tensors) {
    header[tensor.name] = describe(tensor, begin);
    begin += byte_size(tensor);
  }
  const std::string json = to_text(header);
  std::uint64_t length = sizeof length + json.size();
  length = (length + kDataAlignment - 1) / kDataAlignment * kDataAlignment - sizeof length;
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  bytes += json;
  bytes.resize(sizeof length + length, ' ');
  return bytes;
}

}  // namespace bsg::tensors
