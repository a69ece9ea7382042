#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "files/mapped_file.h"
#include "model/safetensors.h"

/// A checkpoint's file: a safetensors file of F32 matrices in the order of their names below, each
/// there or not, and the metadata
///   bsg.checkpoint    version of this layout, a decimal number
///   checksum.TENSOR, checksum.header    as in a model file (model/model_file.h)
/// and what describes the run (run_description.h) and its progress (checkpoints.cc).
///   target.mean, target.variance, context.mean, context.variance, target.r, context.r    l × m
///   target.precision, context.precision    l × m (m + 1) / 2, packed upper triangles
///   target.axes, context.axes              m × m, of densities in other axes than those of
///   training target.point, context.point            l × m, of Method::skipgram, instead of all of
///   these

namespace bsg::checkpoint {

using Metadata = std::map<std::string, std::string>;

inline constexpr std::uint64_t kCheckpointFormat = 1;

/// One matrix of what is kept, in memory: rows that need not lie side by side.
struct StateArray {
  std::string name;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::function<float*(std::uint32_t)> row;
};

/// Goes through the arrays once, without a copy of any. Written to a temporary file in the same
/// folder, which must have one writer, made durable and renamed. Throws FileError.
void write_checkpoint_file(const std::filesystem::path& path, Metadata metadata,
                           std::span<const StateArray> arrays);

/// Where write_checkpoint_file() writes to before it renames.
inline constexpr const char* kUnfinishedCheckpoint = "next.checkpoint.tmp";

class CheckpointFile {
 public:
  /// Reads and verifies the header. Throws FileError; model::FormatError if it is damaged or no
  /// checkpoint; CheckpointError if it is of a newer format.
  explicit CheckpointFile(const std::filesystem::path& path);

  [[nodiscard]] const Metadata& metadata() const { return header_.metadata; }
  /// The value of a key. Throws model::FormatError if it is not there.
  [[nodiscard]] const std::string& text(const std::string& key) const;
  [[nodiscard]] std::uint64_t size() const { return file_.bytes().size(); }

  /// Throws model::FormatError unless every array is as it was written.
  void verify() const;

  /// Throws model::FormatError unless the file has exactly these arrays, in these sizes.
  void read(std::span<const StateArray> arrays) const;

 private:
  [[nodiscard]] std::span<const std::byte> data_of(const model::TensorEntry& tensor) const;
  void check_version(const std::filesystem::path& path) const;

  files::MappedFile file_;
  model::SafetensorsHeader header_;
};

}  // namespace bsg::checkpoint
