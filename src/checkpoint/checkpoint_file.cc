#include "checkpoint/checkpoint_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "files/output_file.h"
#include "model/checksum.h"
#include "model/running_checksum.h"

namespace bsg::checkpoint {
namespace {

using model::FormatError;

constexpr const char* kFormatKey = "bsg.checkpoint";

std::string checksum_key(const std::string& tensor) {
  return "checksum." + tensor;
}

std::span<const float> row_of(const StateArray& array, std::uint64_t row) {
  return {array.row(static_cast<std::uint32_t>(row)), array.columns};
}

/// Returns the checksum of what was written.
std::string write_array(files::OutputFile& file, const StateArray& array) {
  model::RunningChecksum checksum;
  for (std::uint64_t row = 0; row < array.rows; ++row) {
    const auto bytes = std::as_bytes(row_of(array, row));
    checksum.add(bytes);
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return checksum.digits();
}

model::SafetensorsHeader read_header(std::span<const std::byte> file) {
  try {
    return model::read_header(file);
  } catch (const FormatError&) {
    throw FormatError("its header cannot be read");
  }
}

}  // namespace

void write_checkpoint_file(const std::filesystem::path& path, Metadata metadata,
                           std::span<const StateArray> arrays) try {
  const std::string unknown(model::kChecksumDigits, '0');
  metadata[kFormatKey] = fmt::format("{}", kCheckpointFormat);
  metadata[std::string(model::kHeaderChecksumKey)] = unknown;
  std::vector<model::TensorShape> shapes;
  for (const StateArray& array : arrays) {
    shapes.push_back({array.name, "F32", {array.rows, array.columns}});
    metadata[checksum_key(array.name)] = unknown;
  }
  files::OutputFile file(path, kUnfinishedCheckpoint);
  file.write(model::make_header(metadata, shapes));
  for (const StateArray& array : arrays) {
    metadata[checksum_key(array.name)] = write_array(file, array);
  }
  std::string header = model::make_header(metadata, shapes);
  model::seal_header(header);
  file.overwrite_start(header);
  file.commit();
} catch (const FormatError& error) {
  throw CheckpointError(fmt::format("cannot write '{}': {}", path.string(), error.what()));
}

CheckpointFile::CheckpointFile(const std::filesystem::path& path) : file_(path) {
  const std::span<const std::byte> bytes = file_.bytes();
  header_ = read_header(bytes);
  check_version(path);
  if (!model::is_sealed({reinterpret_cast<const char*>(bytes.data()), header_.size})) {
    throw FormatError("the checksum of its header does not match");
  }
  model::check_layout(header_, bytes.size());
}

void CheckpointFile::check_version(const std::filesystem::path& path) const {
  const std::string& version = text(kFormatKey);
  std::uint64_t format = 0;
  const char* const end = version.data() + version.size();
  const auto [rest, status] = std::from_chars(version.data(), end, format);
  if (status != std::errc{} || rest != end || format == 0) {
    throw FormatError(fmt::format("its {} {:?} is not a number", kFormatKey, version));
  }
  if (format > kCheckpointFormat) {
    throw CheckpointError(
        fmt::format("'{}' has checkpoint format {}, and this bsg reads formats up to {}: use a "
                    "newer bsg",
                    path.string(), format, kCheckpointFormat));
  }
}

const std::string& CheckpointFile::text(const std::string& key) const {
  const auto found = header_.metadata.find(key);
  if (found == header_.metadata.end()) throw FormatError(fmt::format("it lacks {:?}", key));
  return found->second;
}

std::span<const std::byte> CheckpointFile::data_of(const model::TensorEntry& tensor) const {
  return file_.bytes().subspan(header_.size + tensor.begin, tensor.end - tensor.begin);
}

void CheckpointFile::verify() const {
  for (const auto& [name, tensor] : header_.tensors) {
    if (text(checksum_key(name)) != model::checksum(data_of(tensor))) {
      throw FormatError(fmt::format("the checksum of {:?} does not match", name));
    }
  }
}

void CheckpointFile::read(std::span<const StateArray> arrays) const {
  if (arrays.size() != header_.tensors.size())
    throw FormatError("it lacks an array, or has others");
  for (const StateArray& array : arrays) {
    const auto found = header_.tensors.find(array.name);
    if (found == header_.tensors.end()) throw FormatError(fmt::format("it lacks {:?}", array.name));
    const model::TensorEntry& tensor = found->second;
    if (tensor.dtype != "F32" ||
        tensor.shape != std::vector<std::uint64_t>{array.rows, array.columns}) {
      throw FormatError(fmt::format("the type or shape of {:?} is wrong", array.name));
    }
    const std::byte* from = data_of(tensor).data();
    const std::uint64_t row_bytes = array.columns * sizeof(float);
    for (std::uint64_t row = 0; row < array.rows; ++row) {
      std::memcpy(array.row(static_cast<std::uint32_t>(row)), from + row * row_bytes, row_bytes);
    }
  }
}

}  // namespace bsg::checkpoint
