#include "bsg/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bsg/error.h"
#include "features/prediction.h"
#include "model/axes.h"
#include "model/closest_words.h"
#include "model/flat_model.h"
#include "model/model_file.h"
#include "model/word_index.h"
#include "reading/utf8.h"
#include "tensors/format_error.h"

namespace bsg {

struct Model::Content {
  explicit Content(model::FlatModel arrays)
      : flat(std::move(arrays)),
        index(flat.words),
        users(flat.users.names, "user"),
        stretches(
            model::squared_stretches(flat.axes[model::side_index(Side::target)], flat.dimension)) {}

  [[nodiscard]] std::span<const float> row(std::span<const float> matrix, WordId id) const {
    return matrix.empty() ? matrix : matrix.subspan(id * flat.dimension, flat.dimension);
  }

  model::FlatModel flat;
  model::WordIndex index;
  model::WordIndex users;
  std::vector<double> stretches;  ///< what targets' axes make of a variance that was 1 in each
};

Model::Model(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

Model::Model(ModelData data) try
    : content_(std::make_shared<const Content>(model::flatten(std::move(data)))) {
} catch (const tensors::FormatError& error) {
  throw ModelError(fmt::format("a model cannot be made of this: {}", error.what()));
}

Model Model::load(const std::filesystem::path& path, Verify verify) {
  model::FlatModel flat = model::read_model_file(path, verify);
  try {
    return Model(std::make_shared<const Content>(std::move(flat)));
  } catch (const tensors::FormatError& error) {
    throw ModelError(fmt::format("cannot load '{}': {}", path.string(), error.what()));
  }
}

void Model::save(const std::filesystem::path& path) const {
  model::write_model_file(content_->flat, path);
}

std::size_t Model::size() const noexcept {
  return content_->flat.words.size();
}

std::size_t Model::dimension() const noexcept {
  return content_->flat.dimension;
}

bool Model::has_variances() const noexcept {
  return !variances(Side::target).empty();
}

bool Model::has_contexts() const noexcept {
  return !means(Side::context).empty();
}

std::string_view Model::word(WordId id) const noexcept {
  return content_->flat.words[id];
}

std::uint64_t Model::count(WordId id) const noexcept {
  return static_cast<std::uint64_t>(content_->flat.counts[id]);
}

std::span<const float> Model::mean(Side side, WordId id) const noexcept {
  return content_->row(means(side), id);
}

std::span<const float> Model::variance(Side side, WordId id) const noexcept {
  return content_->row(variances(side), id);
}

std::span<const float> Model::means(Side side) const noexcept {
  return content_->flat.means[model::side_index(side)];
}

std::span<const float> Model::variances(Side side) const noexcept {
  return content_->flat.variances[model::side_index(side)];
}

std::span<const float> Model::axes(Side side) const noexcept {
  return content_->flat.axes[model::side_index(side)];
}

std::span<const CalibrationPoint> Model::calibration() const noexcept {
  return content_->flat.calibration;
}

double Model::deviation_factor(Side side, std::uint64_t count) const noexcept {
  const std::span<const CalibrationPoint> points = calibration();
  if (points.empty() || count == 0) return 1;
  const auto factor = [side](const CalibrationPoint& point) {
    return double{side == Side::target ? point.target : point.context};
  };
  const auto at = static_cast<double>(count);
  const auto next = std::ranges::upper_bound(
      points, at, {}, [](const CalibrationPoint& point) { return double{point.count}; });
  if (next == points.begin()) return factor(points.front());
  if (next == points.end()) return factor(points.back());
  const CalibrationPoint& before = *(next - 1);
  const double part =
      std::log(at / double{before.count}) / std::log(double{next->count} / double{before.count});
  return factor(before) + part * (factor(*next) - factor(before));
}

std::optional<WordId> Model::find(std::string_view word) const noexcept {
  return content_->index.find(word);
}

WordId Model::id(std::string_view word) const {
  if (const std::optional<WordId> found = find(word)) return *found;
  throw model::unknown_word(*this, word);
}

std::vector<std::string> Model::closest_words(std::string_view word) const {
  return model::closest_words(content_->flat.words, word);
}

FeatureCounts Model::feature_counts() const noexcept {
  FeatureCounts counts;
  const model::WordList& names = content_->flat.features.names;
  for (std::size_t place = 0; place < names.size(); ++place) {
    const bool tag = names[place].front() == static_cast<char>(features::FeatureKind::tag);
    ++(tag ? counts.tags : counts.ngrams);
  }
  return counts;
}

FeatureData Model::features() const {
  const model::FlatFeatures& flat = content_->flat.features;
  FeatureData data{.shortest = flat.shortest,
                   .longest = flat.longest,
                   .names = {},
                   .weights = {flat.weights.begin(), flat.weights.end()},
                   .variances = {flat.variances.begin(), flat.variances.end()},
                   .variance = flat.variance,
                   .unknown_variance = flat.unknown_variance};
  for (std::size_t id = 0; id < flat.names.size(); ++id) data.names.emplace_back(flat.names[id]);
  return data;
}

bool Model::knows_spelling() const noexcept {
  return content_->flat.features.longest != 0;
}

std::optional<TargetDensity> Model::guess(std::string_view word) const {
  const model::FlatFeatures& features = content_->flat.features;
  const bool spelt = !word.empty() && reading::valid_utf8_prefix(word) == word.size();
  if (!knows_spelling() || !spelt) return std::nullopt;
  const features::NgramSizes sizes{features.shortest, features.longest};
  const features::Prediction prediction =
      features::predict(features.names,
                        {.dimension = dimension(),
                         .weights = features.weights,
                         .variances = features.variances,
                         .variance = features.variance,
                         .unknown_variance = features.unknown_variance},
                        features::features_of(word, sizes));
  if (prediction.known == 0) return std::nullopt;
  TargetDensity guess{.mean = prediction.mean, .variance = {}};
  for (const double stretch : content_->stretches) {
    guess.variance.push_back(static_cast<float>(prediction.variance * stretch));
  }
  return guess;
}

std::size_t Model::user_count() const noexcept {
  return content_->flat.users.size();
}

std::string_view Model::user(std::size_t user) const noexcept {
  return content_->flat.users.names[user];
}

std::span<const WordId> Model::items_of(std::size_t user) const noexcept {
  return content_->flat.users.items_of(user);
}

std::span<const float> Model::weights_of(std::size_t user) const noexcept {
  return content_->flat.users.weights_of(user);
}

std::optional<std::size_t> Model::find_user(std::string_view name) const noexcept {
  return content_->users.find(name);
}

const std::map<std::string, std::string>& Model::options() const noexcept {
  return content_->flat.options;
}

std::span<const IterationRecord> Model::iterations() const noexcept {
  return content_->flat.iterations;
}

std::string_view Model::library_version() const noexcept {
  return content_->flat.library_version;
}

std::string_view Model::simd_target() const noexcept {
  return content_->flat.simd_target;
}

}  // namespace bsg
