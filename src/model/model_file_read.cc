#include <fmt/format.h>

#include <limits>
#include <utility>

#include "bsg/error.h"
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

void take_arrays(FlatModel& model, TensorFile& file) {
  const Shape& shape = file.shape("target.mean");
  if (shape.size() != 2) throw FormatError("its means are not a matrix");
  if (shape[0] >= std::numeric_limits<WordId>::max()) throw FormatError("it has too many words");
  model.dimension = shape[1];
  take_words(model, file, shape[0]);
  const Parts parts(file);
  take_side(model, file, Side::target, parts);
  if (parts.contexts) take_side(model, file, Side::context, parts);
  file.check_all_taken();
}

void take_metadata(FlatModel& model, const Metadata& metadata) {
  model.library_version = text_of(metadata, "bsg.version");
  model.simd_target = text_of(metadata, "bsg.simd");
  model.iterations = iterations_from_text(text_of(metadata, "iterations"));
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
