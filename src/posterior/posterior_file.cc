#include "posterior/posterior_file.h"

#include <fmt/format.h>

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "kernels/row_layout.h"
#include "model/taught_contexts.h"
#include "tensors/checksum.h"
#include "tensors/format_error.h"
#include "tensors/write_tensors.h"

namespace bsg::posterior {
namespace {

using inference::Gauge;
using inference::NaturalParameters;
using tensors::FormatError;

constexpr const char* kModel = "model";
constexpr const char* kPriorPrecision = "target.prior_precision";
constexpr const char* kPriorMean = "target.prior_mean";

void add_side(std::vector<tensors::TensorToWrite>& tensors, const std::string& name,
              const NaturalParameters& natural, std::size_t words, std::size_t m) {
  tensors.push_back(tensors::matrix_of_rows(
      name + ".precision", words, kernels::packed_size(m), [&natural](std::uint64_t word) {
        return natural.precision(static_cast<std::uint32_t>(word));
      }));
  tensors.push_back(tensors::matrix_of_rows(name + ".r", words, m, [&natural](std::uint64_t word) {
    return natural.r(static_cast<std::uint32_t>(word));
  }));
}

/// Inferred words were met in lines, and their contexts are not known.
bool has_inferred_words(const Model& model) {
  for (WordId id = 0; id < model.size(); ++id) {
    if (model.count(id) > 0 && !model::has_taught_context(model, id)) return true;
  }
  return false;
}

/// Throws FormatError, or ModelError if it belongs to another model.
tensors::TensorFile open_posterior(const std::filesystem::path& path, const Model& model) {
  tensors::TensorFile file(path, kPosteriorFile);
  file.verify_header();
  if (tensors::text_of(file.metadata(), kModel) != model_checksum(model)) {
    throw ModelError(fmt::format(
        "the posterior '{}' belongs to another model; {}", path.string(),
        has_inferred_words(model)
            ? "this one has words that were inferred: update the model from before, or update "
              "without a posterior, and their lines count twice"
            : "give the file that was kept when this model was made, or none"));
  }
  file.verify_tensors(tensors::AfterReading::give_back);
  return file;
}

/// Rows of a matrix.
std::size_t rows_of(const tensors::TensorFile& file, const std::string& name) {
  const tensors::Shape& shape = file.shape(name);
  if (shape.empty()) throw FormatError(fmt::format("the shape of {:?} is wrong", name));
  return shape.front();
}

}  // namespace

std::string model_checksum(const Model& model) {
  tensors::RunningChecksum checksum;
  for (WordId id = 0; id < model.size(); ++id) {
    const std::string_view word = model.word(id);
    const std::uint64_t numbers[] = {word.size(), model.count(id)};
    checksum.add(std::as_bytes(std::span(numbers)));
    checksum.add(std::as_bytes(std::span(word)));
  }
  for (const Side side : {Side::target, Side::context}) {
    checksum.add(std::as_bytes(model.means(side)));
    checksum.add(std::as_bytes(model.variances(side)));
  }
  return checksum.digits();
}

void write_posterior(files::OutputFile& file, const Model& model,
                     const LearnedPosterior& posterior) {
  const std::size_t m = model.dimension();
  std::vector<tensors::TensorToWrite> tensors;
  add_side(tensors, "target", posterior.targets, posterior.words, m);
  add_side(tensors, "context", posterior.contexts, posterior.words, m);
  if (posterior.target_priors) {
    const auto& [precisions, means] = *posterior.target_priors;
    tensors.push_back(
        tensors::whole(kPriorPrecision, {posterior.words}, std::span<const float>(precisions)));
    tensors.push_back(
        tensors::whole(kPriorMean, {posterior.words, m}, std::span<const float>(means)));
  }
  if (posterior.axes) {
    const tensors::Shape square{m, m};
    tensors.push_back(
        tensors::whole("target.axes", square, std::span<const float>(posterior.axes->targets)));
    tensors.push_back(
        tensors::whole("context.axes", square, std::span<const float>(posterior.axes->contexts)));
  }
  write_tensors(file,
                {{kPosteriorFile.format_key, fmt::format("{}", kPosteriorFile.newest_format)},
                 {kModel, model_checksum(model)}},
                tensors);
}

PosteriorFile::PosteriorFile(const std::filesystem::path& path, const Model& model) try
    : file_(open_posterior(path, model)),
      dimension_(model.dimension()),
      packed_(kernels::packed_size(dimension_)),
      words_(rows_of(file_, "target.r")) {
  if (words_ > model.size()) throw FormatError("it has more words than the model");
  u_ = take_side("target");
  v_ = take_side("context");
  if (file_.has(kPriorMean)) {
    prior_precisions_ = file_.take<float>(kPriorPrecision, {words_});
    prior_means_ = file_.take<float>(kPriorMean, {words_, dimension_});
  }
  if (file_.has("target.axes")) {
    const tensors::Shape square{dimension_, dimension_};
    const auto targets = file_.take<float>("target.axes", square);
    const auto contexts = file_.take<float>("context.axes", square);
    axes_ = Gauge{{targets.begin(), targets.end()}, {contexts.begin(), contexts.end()}};
  }
  file_.check_all_taken();
} catch (const FormatError& error) {
  throw ModelError(fmt::format("cannot use the posterior '{}': {}", path.string(), error.what()));
}

PosteriorFile::Rows PosteriorFile::take_side(const std::string& name) {
  Rows rows;
  rows.precision = file_.take<float>(name + ".precision", {words_, packed_});
  rows.r = file_.take<float>(name + ".r", {words_, dimension_});
  return rows;
}

}  // namespace bsg::posterior
