#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "bsg/error.h"
#include "model/checksum.h"
#include "model/iteration_text.h"
#include "model/model_file.h"
#include "model/safetensors.h"

namespace bsg::model {
namespace {

using Bytes = std::span<const std::byte>;
using Metadata = std::map<std::string, std::string>;

constexpr std::string_view kOptionPrefix = "option.";

SafetensorsHeader read_foreign_header(Bytes file) {
  try {
    return read_header(file);
  } catch (const FormatError& error) {
    throw FormatError(fmt::format("it is not a bsg model, or a damaged one: {}", error.what()));
  }
}

void check_format(const Metadata& metadata) {
  const auto found = metadata.find("bsg.format");
  if (found == metadata.end()) {
    throw FormatError("it is a safetensors file, but not a bsg model (no bsg.format in it)");
  }
  const std::string& text = found->second;
  std::uint64_t format = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), format);
  if (status != std::errc{} || end != text.data() + text.size() || format == 0) {
    throw FormatError(fmt::format("its bsg.format {:?} is not a number", text));
  }
  if (format > kModelFormat) {
    throw FormatError(
        fmt::format("it has model format {}, and this bsg reads formats up to {}: use a newer bsg",
                    format, kModelFormat));
  }
}

const std::string& text_of(const Metadata& metadata, const std::string& key) {
  const auto found = metadata.find(key);
  if (found == metadata.end()) throw FormatError(fmt::format("its metadata lacks {:?}", key));
  return found->second;
}

Bytes data_of(Bytes file, const SafetensorsHeader& header, const TensorEntry& tensor) {
  return file.subspan(header.size + tensor.begin, tensor.end - tensor.begin);
}

void check_checksums(Bytes file, const SafetensorsHeader& header) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), header.size);
  const std::size_t place = header_checksum_place(text);
  if (place == std::string_view::npos ||
      text.substr(place, kChecksumDigits) != header_checksum(text, place)) {
    throw FormatError("it is damaged: the checksum of the header does not match");
  }
  for (const auto& [name, tensor] : header.tensors) {
    if (text_of(header.metadata, "checksum." + name) != checksum(data_of(file, header, tensor))) {
      throw FormatError(fmt::format("it is damaged: the checksum of {:?} does not match", name));
    }
  }
}

/// Tensors of a file by name; what has not been asked for at the end does not belong there.
class Tensors {
 public:
  Tensors(Bytes file, const SafetensorsHeader& header) : file_(file), header_(header) {}

  [[nodiscard]] bool has(const std::string& name) const { return header_.tensors.contains(name); }

  [[nodiscard]] const TensorEntry& entry(const std::string& name) const {
    const auto found = header_.tensors.find(name);
    if (found == header_.tensors.end()) throw FormatError(fmt::format("it lacks {:?}", name));
    return found->second;
  }

  template <typename Element>
  std::span<const Element> take(const std::string& name, std::string_view dtype,
                                const std::vector<std::uint64_t>& shape) {
    const TensorEntry& tensor = entry(name);
    if (tensor.dtype != dtype || tensor.shape != shape) {
      throw FormatError(fmt::format("the type or shape of {:?} is wrong", name));
    }
    ++taken_;
    const Bytes data = data_of(file_, header_, tensor);
    return {reinterpret_cast<const Element*>(data.data()), data.size() / sizeof(Element)};
  }

  void check_all_taken() const {
    if (taken_ != header_.tensors.size()) throw FormatError("it has tensors of unknown names");
  }

 private:
  Bytes file_;
  const SafetensorsHeader& header_;
  std::size_t taken_ = 0;
};

void take_arrays(FlatModel& model, Tensors& tensors) {
  const std::vector<std::uint64_t> shape = tensors.entry("target.mean").shape;
  if (shape.size() != 2) throw FormatError("its means are not a matrix");
  const std::uint64_t l = shape[0];
  if (l >= std::numeric_limits<WordId>::max()) throw FormatError("it has too many words");
  model.dimension = shape[1];
  model.words = {
      tensors.take<char>("vocabulary.bytes", "U8", tensors.entry("vocabulary.bytes").shape),
      tensors.take<std::int64_t>("vocabulary.offsets", "I64", {l + 1})};
  model.counts = tensors.take<std::int64_t>("vocabulary.counts", "I64", {l});
  const bool densities = tensors.has("target.variance") || tensors.has("context.variance");
  const bool contexts = tensors.has("context.mean") || tensors.has("context.variance");
  const bool axes = tensors.has("target.axes") || tensors.has("context.axes");
  if (axes && !(densities && contexts)) {
    throw FormatError("it has axes, but not the densities of both sides");
  }
  for (const Side side : {Side::target, Side::context}) {
    if (side == Side::context && !contexts) continue;
    const std::string name = side == Side::target ? "target" : "context";
    model.means[side_index(side)] = tensors.take<float>(name + ".mean", "F32", shape);
    if (!densities) continue;
    model.variances[side_index(side)] = tensors.take<float>(name + ".variance", "F32", shape);
    if (!axes) continue;
    const std::uint64_t m = model.dimension;
    model.axes[side_index(side)] = tensors.take<float>(name + ".axes", "F32", {m, m});
  }
  tensors.check_all_taken();
}

void take_metadata(FlatModel& model, const Metadata& metadata) {
  model.library_version = text_of(metadata, "bsg.version");
  model.simd_target = text_of(metadata, "bsg.simd");
  model.iterations = iterations_from_text(text_of(metadata, "iterations"));
  for (const auto& [key, value] : metadata) {
    if (key.starts_with(kOptionPrefix)) model.options[key.substr(kOptionPrefix.size())] = value;
  }
}

FlatModel interpret(files::MappedFile file, Verify verify) {
  const Bytes bytes = file.bytes();
  const SafetensorsHeader header = read_foreign_header(bytes);
  check_format(header.metadata);
  check_layout(header, bytes.size());
  if (verify == Verify::checksums) check_checksums(bytes, header);
  FlatModel model;
  Tensors tensors(bytes, header);
  take_arrays(model, tensors);
  take_metadata(model, header.metadata);
  check_words(model);
  if (verify == Verify::checksums) check_values(model);
  model.storage = std::move(file);
  return model;
}

}  // namespace

FlatModel read_model_file(const std::filesystem::path& path, Verify verify) {
  files::MappedFile file(path);
  try {
    return interpret(std::move(file), verify);
  } catch (const FormatError& error) {
    throw ModelError(fmt::format("cannot load '{}': {}", path.string(), error.what()));
  }
}

}  // namespace bsg::model
