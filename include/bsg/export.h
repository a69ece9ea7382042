#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/named_value.h"
#include "bsg/representation.h"

namespace bsg {

enum class ExportFormat : std::uint8_t { word2vec_text, word2vec_binary, tensorboard };
enum class ExportWhat : std::uint8_t { mean, variance };

/// Their names on the command line and in Python.
std::span<const NamedValue<ExportFormat>> export_formats();
std::span<const NamedValue<ExportWhat>> export_whats();

struct ExportOptions {
  ExportFormat format = ExportFormat::word2vec_text;
  ExportWhat what = ExportWhat::mean;
  Representation representation = Representation::target;  ///< any that has a vector
  /// Words to write, in this order, instead of all of the model's. Those that it does not have are
  /// guessed from their spelling, which Representation::target alone allows.
  std::optional<std::vector<std::string>> words{};
  /// Refuse words that the model does not have, instead of guessing.
  bool known_only = false;
};

/// One word a line, at least one; plain, gzip or zstd. Throws FileError, or InputError with file
/// and line.
std::vector<std::string> read_words(const std::filesystem::path& path);

/// What export_vectors() writes: TensorBoard's projector takes two files, the vectors at `path` and
/// the words beside them.
std::vector<std::filesystem::path> exported_files(const std::filesystem::path& path,
                                                  ExportFormat format);

/// Writes vectors for other tools, aside and renamed. Returns the files written. Throws FileError,
/// OptionError, and UnknownWordError for a word that is not known and cannot be guessed.
std::vector<std::filesystem::path> export_vectors(const Model& model,
                                                  const std::filesystem::path& path,
                                                  const ExportOptions& options = {});

}  // namespace bsg
