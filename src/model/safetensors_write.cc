#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "model/safetensors.h"

namespace bsg::model {
namespace {

constexpr std::size_t kDataAlignment = 64;

static_assert(std::endian::native == std::endian::little,
              "tensors are written as they lie in memory, and the format is little-endian");

nlohmann::ordered_json describe(const TensorToWrite& tensor, std::uint64_t begin) {
  nlohmann::ordered_json entry;
  entry["dtype"] = tensor.dtype;
  entry["shape"] = tensor.shape;
  entry["data_offsets"] = {begin, begin + tensor.data.size()};
  return entry;
}

std::string to_text(const nlohmann::ordered_json& header) {
  try {
    return header.dump();
  } catch (const nlohmann::json::type_error&) {
    throw FormatError("an option's name or value is not valid UTF-8");
  }
}

}  // namespace

std::string make_header(const std::map<std::string, std::string>& metadata,
                        std::span<const TensorToWrite> tensors) {
  nlohmann::ordered_json header;
  header["__metadata__"] = metadata;
  std::uint64_t begin = 0;
  for (const TensorToWrite& tensor : tensors) {
    header[tensor.name] = describe(tensor, begin);
    begin += tensor.data.size();
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

}  // namespace bsg::model
