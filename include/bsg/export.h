#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "bsg/model.h"

namespace bsg {

enum class ExportFormat : std::uint8_t { word2vec_text, word2vec_binary, tensorboard };
enum class ExportWhat : std::uint8_t { mean, variance };

struct ExportOptions {
  ExportFormat format = ExportFormat::word2vec_text;
  ExportWhat what = ExportWhat::mean;
  Representation representation = Representation::target;  ///< any but target_context
};

/// Writes vectors for other tools, aside and renamed. Returns the files written: TensorBoard's
/// projector takes two, the vectors at `path` and the words beside them. Throws FileError,
/// OptionError.
std::vector<std::filesystem::path> export_vectors(const Model& model,
                                                  const std::filesystem::path& path,
                                                  const ExportOptions& options = {});

}  // namespace bsg
