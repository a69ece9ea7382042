#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bsg/version.h"
#include "model/flat_model.h"
#include "tensors/format_error.h"

namespace bsg::model {
namespace {

using tensors::FormatError;

void check_sizes(const ModelData& data) {
  const std::size_t l = data.words.size();
  const std::size_t m = data.dimension;
  if (l == 0 || m == 0) throw FormatError("it has no words or no dimensions");
  if (l >= std::numeric_limits<WordId>::max()) throw FormatError("it has too many words");
  if (data.counts.size() != l) throw FormatError("it has not as many counts as words");
  const auto fits = [&](const std::vector<float>& array) {
    return array.size() % l == 0 && array.size() / l == m;
  };
  const bool one_side = data.context_mean.empty() && data.context_variance.empty();
  if (!fits(data.target_mean) || !(one_side || fits(data.context_mean))) {
    throw FormatError("its means are not words × dimension");
  }
  const bool points = data.target_variance.empty() && data.context_variance.empty();
  if (points) return;
  if (!fits(data.target_variance) || !(one_side || fits(data.context_variance))) {
    throw FormatError("its variances are not words × dimension");
  }
}

void check_axes(const ModelData& data) {
  if (data.target_axes.empty() && data.context_axes.empty()) return;
  if (data.target_variance.empty() || data.context_variance.empty()) {
    throw FormatError("it has axes, but not the densities of both sides");
  }
  const std::size_t m = data.dimension;
  for (const std::vector<float>* axes : {&data.target_axes, &data.context_axes}) {
    if (axes->size() % m != 0 || axes->size() / m != m) {
      throw FormatError("its axes are not dimension × dimension");
    }
  }
}

void check_iterations(std::span<const IterationRecord> iterations) {
  for (const IterationRecord& record : iterations) {
    for (const double value :
         {record.step, record.target_change, record.context_change, record.relative_change,
          record.mean_loss.value_or(0), record.target_prior_precision.value_or(0),
          record.context_prior_precision.value_or(0), record.bound.value_or(0)}) {
      if (!std::isfinite(value)) {
        throw FormatError(
            fmt::format("iteration {} has a number that is not finite", record.iteration));
      }
    }
  }
}

void append_words(std::span<const std::string> words, std::vector<char>& bytes,
                  std::vector<std::int64_t>& offsets) {
  offsets.push_back(0);
  for (const std::string& word : words) {
    bytes.insert(bytes.end(), word.begin(), word.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
}

void check_feature_sizes(const FeatureData& features, std::size_t m) {
  const std::size_t count = features.names.size();
  const bool fit = features.weights.size() % m == 0 && features.weights.size() / m == count;
  if (fit && features.variances.size() == count) return;
  throw FormatError("its features have not as many weights or variances as names");
}

void take_features(FlatModel& model, OwnedArrays& arrays, FeatureData features) {
  check_feature_sizes(features, model.dimension);
  if (features.empty()) return;
  append_words(features.names, arrays.feature_bytes, arrays.feature_offsets);
  arrays.feature_weights = std::move(features.weights);
  arrays.feature_variances = std::move(features.variances);
  model.features = {.shortest = features.shortest,
                    .longest = features.longest,
                    .variance = features.variance,
                    .unknown_variance = features.unknown_variance,
                    .names = {arrays.feature_bytes, arrays.feature_offsets},
                    .weights = arrays.feature_weights,
                    .variances = arrays.feature_variances};
}

void check_user_sizes(const UserData& users) {
  if (users.starts.size() != (users.empty() ? 0 : users.names.size() + 1)) {
    throw FormatError("its users have not one start of items each, and an end");
  }
  if (users.names.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw FormatError("it has too many users");
  }
  const bool all_one = users.weights.empty();
  if ((users.empty() && !users.items.empty()) ||
      !(all_one || users.weights.size() == users.items.size())) {
    throw FormatError("the items of its users have not as many users or weights as there are");
  }
}

/// A count above the largest signed number becomes negative here, which check_words() refuses.
void append_counts(OwnedArrays& arrays, std::span<const std::uint64_t> counts) {
  for (const std::uint64_t count : counts) {
    arrays.counts.push_back(static_cast<std::int64_t>(count));
  }
}

void take_users(FlatModel& model, OwnedUsers& arrays, UserData users) {
  check_user_sizes(users);
  if (users.empty()) return;
  append_words(users.names, arrays.name_bytes, arrays.name_offsets);
  // A start above the largest signed number becomes negative here, which check_users() refuses.
  arrays.starts.assign(users.starts.begin(), users.starts.end());
  arrays.items = std::move(users.items);
  arrays.weights = std::move(users.weights);
  model.users = {.names = {arrays.name_bytes, arrays.name_offsets},
                 .starts = arrays.starts,
                 .items = arrays.items,
                 .weights = arrays.weights};
}

void point_at(FlatModel& model, const OwnedArrays& arrays) {
  model.words = {arrays.word_bytes, arrays.word_offsets};
  model.counts = arrays.counts;
  std::ranges::copy(arrays.means, model.means.begin());
  std::ranges::copy(arrays.variances, model.variances.begin());
  std::ranges::copy(arrays.axes, model.axes.begin());
}

}  // namespace

FlatModel flatten(ModelData data) {
  check_sizes(data);
  check_axes(data);
  check_iterations(data.iterations);
  check_calibration(data.calibration);
  FlatModel model;
  model.dimension = data.dimension;
  model.options = std::move(data.options);
  model.iterations = std::move(data.iterations);
  model.calibration = std::move(data.calibration);
  model.library_version = version();
  model.simd_target = simd_target();
  auto& arrays = model.storage.emplace<OwnedArrays>();
  append_words(data.words, arrays.word_bytes, arrays.word_offsets);
  append_counts(arrays, data.counts);
  arrays.means = {std::move(data.target_mean), std::move(data.context_mean)};
  arrays.variances = {std::move(data.target_variance), std::move(data.context_variance)};
  arrays.axes = {std::move(data.target_axes), std::move(data.context_axes)};
  take_features(model, arrays, std::move(data.features));
  take_users(model, arrays.users, std::move(data.users));
  point_at(model, arrays);
  check_words(model);
  check_features(model);
  check_users(model);
  check_values(model);
  return model;
}

}  // namespace bsg::model
