#pragma once

#include <filesystem>

#include "bsg/model.h"

namespace bsg {

/// Vectors that another program wrote, as a model of points with target vectors only: word2vec's
/// text or binary format (also fastText's .vec, and GloVe's text, which has no first line), told
/// apart by content; plain, gzip or zstd. All counts are 0. Bytes that are not UTF-8 become U+FFFD;
/// a word that is there already is left out. Throws FileError, or ModelError with the path and the
/// line (of a binary file: the word) that cannot be read.
Model import_vectors(const std::filesystem::path& path);

/// A .bsg file as Model::load() takes it, or else import_vectors().
Model open_model(const std::filesystem::path& path);

}  // namespace bsg
