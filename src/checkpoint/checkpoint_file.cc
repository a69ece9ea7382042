#include "checkpoint/checkpoint_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bsg/error.h"
#include "files/output_file.h"
#include "tensors/format_error.h"
#include "tensors/write_tensors.h"

namespace bsg::checkpoint {
namespace {

std::vector<tensors::TensorToWrite> tensors_of(std::span<const StateArray> arrays) {
  std::vector<tensors::TensorToWrite> matrices;
  for (const StateArray& array : arrays) {
    const auto row = [&array](std::uint64_t k) { return array.row(static_cast<std::uint32_t>(k)); };
    matrices.push_back(tensors::matrix_of_rows(array.name, array.rows, array.columns, row));
  }
  return matrices;
}

tensors::TensorFile open_file(const std::filesystem::path& path) try {
  return {path, kCheckpointFile};
} catch (const tensors::NewerFormatError& error) {
  throw CheckpointError(
      fmt::format("'{}' cannot be resumed from: {}", path.string(), error.what()));
}

}  // namespace

void write_checkpoint_file(const std::filesystem::path& path, Metadata metadata,
                           std::span<const StateArray> arrays) try {
  metadata[kCheckpointFile.format_key] = fmt::format("{}", kCheckpointFile.newest_format);
  files::OutputFile file(path, kUnfinishedCheckpoint);
  write_tensors(file, std::move(metadata), tensors_of(arrays));
  file.commit();
} catch (const tensors::FormatError& error) {
  throw CheckpointError(fmt::format("cannot write '{}': {}", path.string(), error.what()));
}

CheckpointFile::CheckpointFile(const std::filesystem::path& path) : file_(open_file(path)) {
  file_.verify_header();
}

void CheckpointFile::read(std::span<const StateArray> arrays) {
  for (const StateArray& array : arrays) {
    const auto values = file_.take<float>(array.name, {array.rows, array.columns});
    for (std::uint64_t row = 0; row < array.rows; ++row) {
      std::ranges::copy(values.subspan(row * array.columns, array.columns),
                        array.row(static_cast<std::uint32_t>(row)));
    }
  }
  file_.check_all_taken();
}

}  // namespace bsg::checkpoint
