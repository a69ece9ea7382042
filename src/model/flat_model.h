#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "bsg/model.h"
#include "model/flat_users.h"
#include "model/word_list.h"
#include "tensors/tensor_file.h"

namespace bsg::model {

/// Arrays of a model that was made in memory.
struct OwnedArrays {
  std::vector<char> word_bytes;
  std::vector<std::int64_t> word_offsets;
  std::vector<std::int64_t> counts;
  std::array<std::vector<float>, 2> means, variances, axes;
  std::vector<char> feature_bytes;
  std::vector<std::int64_t> feature_offsets;
  std::vector<float> feature_weights, feature_variances;
  OwnedUsers users;
};

/// FeatureData in the shape of the file.
struct FlatFeatures {
  std::uint32_t shortest = 0, longest = 0;
  double variance = 0, unknown_variance = 0;
  WordList names;                    ///< F; none where words are whole forms
  std::span<const float> weights;    ///< F × m
  std::span<const float> variances;  ///< F
};

/// A model in the shape of its file (model_file.h): views of arrays that lie in `storage`, and
/// stay valid when it is moved. Arrays by Side are indexed with side_index().
struct FlatModel {
  std::size_t dimension = 0;                        ///< m
  WordList words;                                   ///< l
  std::span<const std::int64_t> counts;             ///< l
  std::array<std::span<const float>, 2> means;      ///< l × m each; the contexts' may be empty
  std::array<std::span<const float>, 2> variances;  ///< as the means, or both empty
  std::array<std::span<const float>, 2> axes;       ///< m × m each, or both empty
  FlatFeatures features;
  FlatUsers users;
  std::map<std::string, std::string> options;
  std::vector<IterationRecord> iterations;
  std::vector<CalibrationPoint> calibration;
  std::string library_version;
  std::string simd_target;

  std::variant<OwnedArrays, tensors::TensorFile> storage;
};

constexpr std::size_t side_index(Side side) {
  return static_cast<std::size_t>(side);
}

/// Throws tensors::FormatError if array sizes disagree, or what check_words() and check_values()
/// look for.
FlatModel flatten(ModelData data);

/// Throws tensors::FormatError unless words are non-empty valid UTF-8 that fill their bytes, and
/// counts are not negative and do not increase. (That no word is there twice is WordIndex's to
/// see.)
void check_words(const FlatModel& model);

/// Throws tensors::FormatError unless names of features are valid UTF-8 and ascending, and the
/// lengths of n-grams and the variances in range.
void check_features(const FlatModel& model);

/// Throws tensors::FormatError unless names of users are non-empty valid UTF-8 that fill their
/// bytes, and each user's items are words of the model and ascend. (That no name is there twice is
/// WordIndex's to see.)
void check_users(const FlatModel& model);

/// Throws tensors::FormatError unless counts are positive and ascend, and factors are positive, all
/// of them finite.
void check_calibration(std::span<const CalibrationPoint> calibration);

/// Throws tensors::FormatError unless means and axes are finite, and variances and weights of
/// users' items are positive and finite.
void check_values(const FlatModel& model);

}  // namespace bsg::model
