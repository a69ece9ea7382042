#pragma once

#include <filesystem>

#include "bsg/model.h"
#include "model/flat_model.h"
#include "tensors/tensor_file.h"

/// The .bsg file: a safetensors file of
///   vocabulary.offsets (I64, l + 1), vocabulary.counts (I64, l),
///   users.offsets, users.starts (I64, U + 1),
///   target.mean, target.variance (F32, l × m), target.axes (F32, m × m),
///   context.mean, context.variance, context.axes (the same), features.offsets (I64, F + 1),
///   features.weight (F32, F × m), features.variance (F32, F), users.items (U32),
///   users.weights (F32), features.bytes (U8), users.bytes (U8), vocabulary.bytes (U8),
///   in this order without holes, the first on a multiple of 64. Variances are there for every side
///   that is there or for none, the contexts whole or not at all, axes for both sides or for none,
///   features where words are more than whole forms, users where they have names, their items where
///   any user has one, weights where one is not 1 (ModelData and UserData say more);
/// and the metadata
///   bsg.format        version of this layout, a decimal number: the lowest that has what is in the
///                     file, 4 with users, 3 with features, 2 with axes and 1 without
///   bsg.version       of the library that made the model
///   bsg.simd          instruction set that it was made with
///   option.NAME       every option that affects the result
///   features.lengths  of n-grams, as in 3-6, or no; features.variance, features.unknown_variance
///   iterations        JSON array of IterationRecord's fields
///   checksum.TENSOR, checksum.header    as in every file of tensors/write_tensors.h

namespace bsg::model {

/// Throws FileError, or ModelError that names the path.
FlatModel read_model_file(const std::filesystem::path& path, Verify verify);

/// Throws FileError, or ModelError if an option is not valid UTF-8.
void write_model_file(const FlatModel& model, const std::filesystem::path& path);

inline constexpr tensors::FileKind kModelFile{
    .name = "model", .format_key = "bsg.format", .newest_format = 4};

}  // namespace bsg::model
