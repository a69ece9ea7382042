#include <fmt/format.h>

#include "bsg/error.h"
#include "files/output_file.h"
#include "model/calibration_text.h"
#include "model/iteration_text.h"
#include "model/model_file.h"
#include "tensors/format_error.h"
#include "tensors/write_tensors.h"

namespace bsg::model {
namespace {

using tensors::Metadata;
using tensors::TensorToWrite;
using tensors::whole;

/// Nothing for an array that the model does not have.
void add_matrix(std::vector<TensorToWrite>& tensors, std::string name,
                std::span<const float> values, std::uint64_t columns) {
  if (values.empty()) return;
  tensors.push_back(whole(std::move(name), {values.size() / columns, columns}, values));
}

/// No tensor may be empty: items of users none of whom has any are left out.
void add_items(std::vector<TensorToWrite>& tensors, const FlatUsers& users) {
  const std::uint64_t items = users.items.size();
  if (items > 0) tensors.push_back(whole("users.items", {items}, users.items));
  if (!users.weights.empty()) tensors.push_back(whole("users.weights", {items}, users.weights));
}

void add_bytes(std::vector<TensorToWrite>& tensors, std::string name, const WordList& words) {
  if (words.size() == 0) return;
  tensors.push_back(whole(std::move(name), {words.bytes.size()}, words.bytes));
}

std::vector<TensorToWrite> tensors_of(const FlatModel& model) {
  const WordList& words = model.words;
  std::vector<TensorToWrite> tensors{whole("vocabulary.offsets", {words.size() + 1}, words.offsets),
                                     whole("vocabulary.counts", {words.size()}, model.counts)};
  const FlatUsers& users = model.users;
  if (users.size() > 0) {
    tensors.push_back(whole("users.offsets", {users.size() + 1}, users.names.offsets));
    tensors.push_back(whole("users.starts", {users.size() + 1}, users.starts));
  }
  for (const Side side : {Side::target, Side::context}) {
    const std::string name = side == Side::target ? "target" : "context";
    const std::size_t at = side_index(side);
    add_matrix(tensors, name + ".mean", model.means[at], model.dimension);
    add_matrix(tensors, name + ".variance", model.variances[at], model.dimension);
    add_matrix(tensors, name + ".axes", model.axes[at], model.dimension);
  }
  const FlatFeatures& features = model.features;
  const std::uint64_t count = features.names.size();
  if (count > 0) {
    tensors.push_back(whole("features.offsets", {count + 1}, features.names.offsets));
    add_matrix(tensors, "features.weight", features.weights, model.dimension);
    tensors.push_back(whole("features.variance", {count}, features.variances));
  }
  add_items(tensors, users);
  add_bytes(tensors, "features.bytes", features.names);
  add_bytes(tensors, "users.bytes", users.names);
  add_bytes(tensors, "vocabulary.bytes", words);
  return tensors;
}

/// The lowest that has what is in the model, so that programs as old as that can read it.
std::uint64_t format_of(const FlatModel& model) {
  if (model.users.size() > 0) return 4;
  if (model.features.names.size() > 0) return 3;
  return model.axes[side_index(Side::target)].empty() ? 1 : 2;
}

Metadata metadata_of(const FlatModel& model) {
  Metadata metadata{{kModelFile.format_key, fmt::format("{}", format_of(model))},
                    {"bsg.version", model.library_version},
                    {"bsg.simd", model.simd_target},
                    {"iterations", to_text(model.iterations)}};
  if (const FlatFeatures& features = model.features; features.names.size() > 0) {
    metadata["features.lengths"] =
        features.longest == 0 ? "no" : fmt::format("{}-{}", features.shortest, features.longest);
    metadata["features.variance"] = fmt::format("{}", features.variance);
    metadata["features.unknown_variance"] = fmt::format("{}", features.unknown_variance);
  }
  if (!model.calibration.empty()) metadata["calibration"] = to_text(model.calibration);
  for (const auto& [name, value] : model.options) metadata["option." + name] = value;
  return metadata;
}

}  // namespace

void write_model_file(const FlatModel& model, const std::filesystem::path& path) try {
  files::OutputFile file(path);
  write_tensors(file, metadata_of(model), tensors_of(model));
  file.commit();
} catch (const tensors::FormatError& error) {
  throw ModelError(fmt::format("cannot save '{}': {}", path.string(), error.what()));
}

}  // namespace bsg::model
