#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "tensors/metadata.h"
#include "tensors/tensor_file.h"

/// A checkpoint's file: a safetensors file of F32 matrices in the order of their names below, each
/// there or not, and the metadata
///   bsg.checkpoint    version of this layout, a decimal number
///   checksum.TENSOR, checksum.header    as in every file of tensors/write_tensors.h
/// and what describes the run (run_description.h) and its progress (checkpoints.cc).
///   target.mean, target.variance, context.mean, context.variance, target.r, context.r    l × m
///   target.precision, context.precision    l × m (m + 1) / 2, packed upper triangles
///   target.draws_mean, target.draws_squares, and of contexts    l × m, of Method::gibbs: means of
///                                          the draws kept, and squared deviations from them
///   target.draws, context.draws            (draws l) × m, those that are kept whole
///   target.axes, context.axes              m × m, where densities are in other axes than training
///   target.point, context.point            l × m, of Method::skipgram, instead of all of these

namespace bsg::checkpoint {

using tensors::Metadata;

inline constexpr tensors::FileKind kCheckpointFile{
    .name = "checkpoint", .format_key = "bsg.checkpoint", .newest_format = 1};

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
  /// Reads and verifies the header. Throws FileError; tensors::FormatError if it is damaged or no
  /// checkpoint; CheckpointError if it is of a newer format.
  explicit CheckpointFile(const std::filesystem::path& path);

  [[nodiscard]] const Metadata& metadata() const { return file_.metadata(); }
  [[nodiscard]] std::uint64_t size() const { return file_.size(); }

  /// Throws tensors::FormatError unless every array is as it was written.
  void verify() const { file_.verify_tensors(); }

  /// Fills the arrays. Throws tensors::FormatError unless the file has exactly these, in these
  /// sizes.
  void read(std::span<const StateArray> arrays);

 private:
  tensors::TensorFile file_;
};

}  // namespace bsg::checkpoint
