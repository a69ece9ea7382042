#include <fmt/format.h>

#include "bsg/error.h"
#include "files/output_file.h"
#include "model/checksum.h"
#include "model/iteration_text.h"
#include "model/model_file.h"
#include "model/safetensors.h"

namespace bsg::model {
namespace {

std::vector<TensorToWrite> tensors_of(const FlatModel& model) {
  const std::uint64_t l = model.words.size();
  const std::uint64_t m = model.dimension;
  std::vector<TensorToWrite> tensors{
      {"vocabulary.offsets", "I64", {l + 1}, std::as_bytes(model.words.offsets)},
      {"vocabulary.counts", "I64", {l}, std::as_bytes(model.counts)}};
  for (const Side side : {Side::target, Side::context}) {
    const std::string name = side == Side::target ? "target" : "context";
    const auto means = model.means[side_index(side)];
    if (means.empty()) continue;
    const auto variances = model.variances[side_index(side)];
    tensors.push_back({name + ".mean", "F32", {l, m}, std::as_bytes(means)});
    if (variances.empty()) continue;
    tensors.push_back({name + ".variance", "F32", {l, m}, std::as_bytes(variances)});
    const auto axes = model.axes[side_index(side)];
    if (axes.empty()) continue;
    tensors.push_back({name + ".axes", "F32", {m, m}, std::as_bytes(axes)});
  }
  const std::uint64_t bytes = model.words.bytes.size();
  tensors.push_back({"vocabulary.bytes", "U8", {bytes}, std::as_bytes(model.words.bytes)});
  return tensors;
}

/// The lowest that has what is in the model, so that programs as old as that can read it.
std::uint64_t format_of(const FlatModel& model) {
  return model.axes[side_index(Side::target)].empty() ? 1 : 2;
}

std::map<std::string, std::string> metadata_of(const FlatModel& model,
                                               std::span<const TensorToWrite> tensors) {
  std::map<std::string, std::string> metadata{
      {"bsg.format", fmt::format("{}", format_of(model))},
      {"bsg.version", model.library_version},
      {"bsg.simd", model.simd_target},
      {"iterations", to_text(model.iterations)},
      {std::string(kHeaderChecksumKey), std::string(kChecksumDigits, ' ')}};
  for (const auto& [name, value] : model.options) metadata["option." + name] = value;
  for (const TensorToWrite& tensor : tensors) {
    metadata["checksum." + tensor.name] = checksum(tensor.data);
  }
  return metadata;
}

std::string sealed_header(const FlatModel& model, std::span<const TensorToWrite> tensors) {
  std::string header = make_header(metadata_of(model, tensors), tensors);
  seal_header(header);
  return header;
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void write_model_file(const FlatModel& model, const std::filesystem::path& path) try {
  const std::vector<TensorToWrite> tensors = tensors_of(model);
  const std::string header = sealed_header(model, tensors);
  files::OutputFile file(path);
  file.write(header);
  for (const TensorToWrite& tensor : tensors) file.write(as_text(tensor.data));
  file.commit();
} catch (const FormatError& error) {
  throw ModelError(fmt::format("cannot save '{}': {}", path.string(), error.what()));
}

}  // namespace bsg::model
