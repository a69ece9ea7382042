#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "bsg/model.h"
#include "cli/arguments/query_arguments.h"
#include "cli/commands/command.h"
#include "cli/reports/calibration.h"
#include "cli/reports/convergence.h"
#include "cli/reports/quantity.h"
#include "cli/reports/table.h"
#include "cli/reports/word_facts.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kNotes =
    "With words: the length of a density's mean, its variance over all axes, and its mean "
    "standard\n"
    "deviation per axis, so that a rare and a frequent word can be compared.\n"
    "JSON keys: model, bytes, size, dimension, densities, tokens, users,\n"
    "features: {ngrams, tags}, library_version, simd_target, options,\n"
    "iterations: [{iteration, step, tokens, positive_pairs, negative_pairs,\n"
    " target_change, context_change, relative_change, bound}],\n"
    "calibration: [{count, target, context}], words: [{word, known_by, count, rank,\n"
    "target: {mean_length, total_variance, mean_deviation}, context: {...}}]\n"
    "A word is known by text, by tags alone (its count is 0, its rank null), or by spelling: a "
    "guess\n"
    "of its target density alone, whose context is null.\n"
    "A model of points (--method skipgram) has no variances: densities is false, what needs them "
    "is\n"
    "null, and its iterations have mean_loss in place of the changes.\n"
    "\nExamples:\n"
    "  bsg info model.bsg\n"
    "  bsg info model.bsg the albatross";

constexpr WordId kShownWords = 10;

std::uint64_t total_count(const Model& model) {
  std::uint64_t total = 0;
  for (WordId id = 0; id < model.size(); ++id) total += model.count(id);
  return total;
}

std::string most_frequent(const Model& model) {
  std::string text;
  for (WordId id = 0; id < model.size() && id < kShownWords; ++id) {
    text += (id > 0 ? " " : "") + std::string(model.word(id));
  }
  return text;
}

std::string iterations_text(const Model& model) {
  if (model.iterations().empty()) return "none recorded";
  const IterationRecord& last = model.iterations().back();
  return fmt::format("{}; the last had {} positive and {} negative pairs, {}",
                     model.iterations().size(), grouped(last.positive_pairs),
                     grouped(last.negative_pairs), convergence_text(last));
}

/// Empty if it learned of words alone.
std::string features_text(const Model& model) {
  const FeatureCounts counts = model.feature_counts();
  std::string text;
  if (counts.ngrams > 0) text = fmt::format("n-grams: {}", grouped(counts.ngrams));
  if (counts.tags > 0) {
    text += fmt::format("{}tags: {}", text.empty() ? "" : ", ", grouped(counts.tags));
  }
  return text;
}

std::string made_with(const Model& model) {
  return fmt::format("bsg {} on {}", model.library_version(), model.simd_target());
}

std::string model_text(const std::string& path, const Model& model) {
  std::vector<std::pair<std::string, std::string>> options(model.options().begin(),
                                                           model.options().end());
  std::vector<std::pair<std::string, std::string>> facts{
      {"model", path},
      {"size", byte_count(std::filesystem::file_size(path))},
      {"words", grouped(model.size())},
      {"dimension", grouped(model.dimension())},
      {"holds",
       model.has_variances() ? "densities (means and variances)" : "points (no variances)"},
      {"tokens", grouped(total_count(model))}};
  if (model.user_count() > 0) facts.emplace_back("users", grouped(model.user_count()));
  const std::string features = features_text(model);
  if (!features.empty()) facts.emplace_back("features", features);
  facts.emplace_back("iterations", iterations_text(model));
  if (const std::string calibration = calibration_text(model); !calibration.empty()) {
    facts.emplace_back("calibration", calibration);
  }
  facts.emplace_back("made with", made_with(model));
  facts.emplace_back("most frequent", most_frequent(model));
  return aligned_pairs(facts) + "options\n" + aligned_pairs(options);
}

Json json_of(const IterationRecord& record) {
  Json json;
  json["iteration"] = record.iteration;
  json["step"] = record.step;
  json["tokens"] = record.tokens;
  json["positive_pairs"] = record.positive_pairs;
  json["negative_pairs"] = record.negative_pairs;
  if (record.mean_loss) {
    json["mean_loss"] = *record.mean_loss;
    return json;
  }
  json["target_change"] = record.target_change;
  json["context_change"] = record.context_change;
  json["relative_change"] = record.relative_change;
  if (record.target_prior_precision && record.context_prior_precision) {
    json["target_prior_precision"] = *record.target_prior_precision;
    json["context_prior_precision"] = *record.context_prior_precision;
  }
  if (record.bound) json["bound"] = *record.bound;
  return json;
}

Json model_json(const std::string& path, const Model& model) {
  Json json;
  json["model"] = path;
  json["bytes"] = std::filesystem::file_size(path);
  json["size"] = model.size();
  json["dimension"] = model.dimension();
  json["densities"] = model.has_variances();
  json["tokens"] = total_count(model);
  json["users"] = model.user_count();
  const FeatureCounts features = model.feature_counts();
  json["features"]["ngrams"] = features.ngrams;
  json["features"]["tags"] = features.tags;
  json["library_version"] = model.library_version();
  json["simd_target"] = model.simd_target();
  json["options"] = model.options();
  json["iterations"] = Json::array();
  for (const IterationRecord& record : model.iterations()) {
    json["iterations"].push_back(json_of(record));
  }
  json["calibration"] = Json::array();
  for (const CalibrationPoint& point : model.calibration()) {
    json["calibration"].push_back(
        {{"count", point.count}, {"target", point.target}, {"context", point.context}});
  }
  return json;
}

}  // namespace

void run_info(const ArgumentList& arguments) {
  Arguments parser({"info", "MODEL [WORD...] [--json]",
                    "What a model is and how it was made, or what it knows of single words.",
                    kNotes});
  std::string path;
  std::vector<std::string> words;
  bool json = false;
  add_model(parser.app(), path);
  parser.app().add_option("WORD", words, "Words to compare side by side.");
  add_json(parser.app(), json);
  if (!parser.parse(arguments)) return;

  const Model model = Model::load(path);
  std::vector<WordFacts> facts;
  for (const std::string& word : words) facts.push_back(word_facts(model, word));
  if (json) {
    Json result = model_json(path, model);
    result["words"] = Json::array();
    for (const WordFacts& word : facts) result["words"].push_back(json_of(word));
    return write_standard_output(json_text(result));
  }
  write_standard_output(facts.empty() ? model_text(path, model) : word_facts_table(facts));
}

}  // namespace bsg::cli
