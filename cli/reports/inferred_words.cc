#include "cli/reports/inferred_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "bsg/query.h"
#include "cli/reports/quantity.h"
#include "cli/reports/query_json.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

double mean_deviation(const TargetDensity& density) {
  double sum = 0;
  for (const float variance : density.variance) sum += std::sqrt(double{variance});
  return sum / static_cast<double>(density.variance.size());
}

/// A mean of 0 is as close to one word as to any other.
bool has_direction(const TargetDensity& density) {
  return std::ranges::any_of(density.mean, [](float value) { return value != 0; });
}

/// By word; none without a direction.
std::vector<std::vector<Answer>> neighbors_of(const Model& model,
                                              std::span<const InferredWord> words,
                                              std::size_t count) {
  std::vector<Composition> questions;
  for (const InferredWord& word : words) {
    if (!has_direction(word.density)) continue;
    questions.push_back({.positive = {}, .negative = {}, .densities = {word.density}});
  }
  std::vector<std::vector<Answer>> found = Query(model).neighbors(questions, count), answers;
  for (auto next = found.begin(); const InferredWord& word : words) {
    answers.push_back(has_direction(word.density) ? std::move(*next++) : std::vector<Answer>());
  }
  return answers;
}

std::string list_of(const std::vector<Answer>& answers) {
  std::string list;
  for (const Answer& answer : answers) {
    list += fmt::format("{}{} {:.2f}", list.empty() ? "" : ", ", answer.word, answer.score.cosine);
  }
  return list;
}

}  // namespace

std::string inferred_words_text(const Model& model, std::span<const InferredWord> words,
                                std::size_t neighbors) {
  const auto answers = neighbors_of(model, words, neighbors);
  Table table;
  table.add_column("word", Table::Align::left);
  for (const char* heading : {"count", "evidence", "sd per axis"}) table.add_column(heading);
  table.add_column("neighbours and cosines", Table::Align::left);
  for (std::size_t k = 0; k < words.size(); ++k) {
    table.add_row(
        {words[k].word, grouped(words[k].count), fmt::format("{:.1f}", words[k].evidence),
         fmt::format("{:.3f}", mean_deviation(words[k].density)),
         has_direction(words[k].density) ? list_of(answers[k]) : "none: nothing is known of it"});
  }
  return table.text();
}

std::string inferred_words_json(const std::string& path, const Model& model,
                                std::span<const InferredWord> words, std::size_t neighbors) {
  const auto answers = neighbors_of(model, words, neighbors);
  Json json;
  json["model"] = path;
  json["words"] = Json::array();
  for (std::size_t k = 0; k < words.size(); ++k) {
    Json entry;
    entry["word"] = words[k].word;
    entry["count"] = words[k].count;
    entry["evidence"] = words[k].evidence;
    entry["mean"] = words[k].density.mean;
    entry["variance"] = words[k].density.variance;
    entry["answers"] = Json::array();
    for (const Answer& answer : answers[k]) entry["answers"].push_back(json_of(answer, model));
    json["words"].push_back(entry);
  }
  return json_text(json);
}

}  // namespace bsg::cli
