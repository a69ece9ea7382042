#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "bsg/error.h"
#include "model/calibration_text.h"
#include "model/iteration_text.h"
#include "model/model_file.h"
#include "tensors/format_error.h"

namespace bsg::model {
namespace {

using tensors::FormatError;
using tensors::Metadata;
using tensors::Shape;
using tensors::TensorFile;
using tensors::text_of;

constexpr std::string_view kOptionPrefix = "option.";

void check_checksums(const TensorFile& file) {
  try {
    file.verify_header();
    file.verify_tensors();
  } catch (const FormatError& error) {
    throw FormatError(fmt::format("it is damaged: {}", error.what()));
  }
}

template <class Number>
Number parsed(std::string_view text, std::string_view key) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) {
    throw FormatError(fmt::format("its {} cannot be read", key));
  }
  return value;
}

template <class Number>
Number number_of(const Metadata& metadata, const std::string& key) {
  return parsed<Number>(text_of(metadata, key), key);
}

void take_words(FlatModel& model, TensorFile& file, std::uint64_t words) {
  model.words = {file.take<char>("vocabulary.bytes", file.shape("vocabulary.bytes")),
                 file.take<std::int64_t>("vocabulary.offsets", {words + 1})};
  model.counts = file.take<std::int64_t>("vocabulary.counts", {words});
}

/// What a model has beside the means of its targets.
struct Parts {
  explicit Parts(const TensorFile& file)
      : variances(file.has("target.variance") || file.has("context.variance")),
        contexts(file.has("context.mean") || file.has("context.variance")),
        axes(file.has("target.axes") || file.has("context.axes")) {
    if (axes && !(variances && contexts)) {
      throw FormatError("it has axes, but not the densities of both sides");
    }
  }

  bool variances, contexts, axes;
};

void take_side(FlatModel& model, TensorFile& file, Side side, const Parts& parts) {
  const std::string name = side == Side::target ? "target" : "context";
  const Shape rows{model.words.size(), model.dimension};
  const Shape square{model.dimension, model.dimension};
  const std::size_t at = side_index(side);
  model.means[at] = file.take<float>(name + ".mean", rows);
  if (parts.variances) model.variances[at] = file.take<float>(name + ".variance", rows);
  if (parts.axes) model.axes[at] = file.take<float>(name + ".axes", square);
}

void take_features(FlatModel& model, TensorFile& file) {
  const Shape& shape = file.shape("features.weight");
  if (shape.size() != 2 || shape[0] >= std::numeric_limits<std::uint32_t>::max()) {
    throw FormatError("the weights of its features are not a matrix of a size that can be read");
  }
  FlatFeatures& features = model.features;
  features.weights = file.take<float>("features.weight", {shape[0], model.dimension});
  features.variances = file.take<float>("features.variance", {shape[0]});
  features.names = {file.take<char>("features.bytes", file.shape("features.bytes")),
                    file.take<std::int64_t>("features.offsets", {shape[0] + 1})};
  const Metadata& metadata = file.metadata();
  features.variance = number_of<double>(metadata, "features.variance");
  features.unknown_variance = number_of<double>(metadata, "features.unknown_variance");
  const std::string_view lengths = text_of(metadata, "features.lengths");
  if (lengths == "no") return;
  const std::size_t dash = std::min(lengths.find('-'), lengths.size());
  features.shortest = parsed<std::uint32_t>(lengths.substr(0, dash), "features.lengths");
  features.longest =
      parsed<std::uint32_t>(lengths.substr(std::min(dash + 1, lengths.size())), "features.lengths");
}

void take_users(FlatModel& model, TensorFile& file) {
  const Shape& shape = file.shape("users.offsets");
  if (shape.size() != 1 || shape[0] < 2 || shape[0] > std::numeric_limits<std::uint32_t>::max()) {
    throw FormatError("it has no users, or too many");
  }
  FlatUsers& users = model.users;
  users.names = {file.take<char>("users.bytes", file.shape("users.bytes")),
                 file.take<std::int64_t>("users.offsets", shape)};
  users.starts = file.take<std::int64_t>("users.starts", shape);
  if (!file.has("users.items")) return;
  const Shape& items = file.shape("users.items");
  users.items = file.take<WordId>("users.items", items);
  if (file.has("users.weights")) users.weights = file.take<float>("users.weights", items);
}

void take_arrays(FlatModel& model, TensorFile& file) {
  const Shape& shape = file.shape("target.mean");
  if (shape.size() != 2) throw FormatError("its means are not a matrix");
  if (shape[0] >= std::numeric_limits<WordId>::max()) throw FormatError("it has too many words");
  model.dimension = shape[1];
  take_words(model, file, shape[0]);
  const Parts parts(file);
  take_side(model, file, Side::target, parts);
  if (parts.contexts) take_side(model, file, Side::context, parts);
  if (file.has("features.weight")) take_features(model, file);
  if (file.has("users.offsets")) take_users(model, file);
  file.check_all_taken();
}

void take_metadata(FlatModel& model, const Metadata& metadata) {
  model.library_version = text_of(metadata, "bsg.version");
  model.simd_target = text_of(metadata, "bsg.simd");
  model.iterations = iterations_from_text(text_of(metadata, "iterations"));
  if (metadata.contains("calibration")) {
    model.calibration = calibration_from_text(text_of(metadata, "calibration"));
    check_calibration(model.calibration);
  }
  for (const auto& [key, value] : metadata) {
    if (key.starts_with(kOptionPrefix)) model.options[key.substr(kOptionPrefix.size())] = value;
  }
}

FlatModel interpret(TensorFile file, Verify verify) {
  if (verify == Verify::checksums) check_checksums(file);
  FlatModel model;
  take_arrays(model, file);
  take_metadata(model, file.metadata());
  check_words(model);
  check_features(model);
  check_users(model);
  if (verify == Verify::checksums) check_values(model);
  model.storage = std::move(file);
  return model;
}

}  // namespace

FlatModel read_model_file(const std::filesystem::path& path, Verify verify) {
  try {
    return interpret(TensorFile(path, kModelFile), verify);
  } catch (const FormatError& error) {
    throw ModelError(fmt::format("cannot load '{}': {}", path.string(), error.what()));
  }
}

}  // namespace bsg::model
