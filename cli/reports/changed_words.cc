#include "cli/reports/changed_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "bsg/query.h"
#include "cli/reports/quantity.h"
#include "cli/reports/query_json.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

constexpr std::size_t kNeighbors = 4;
/// Up to this rate the summary counts words as changed.
constexpr double kRate = 0.05;

using NeighborLists = std::vector<std::vector<std::string>>;

/// The closest words of the model to each word in one of the texts, without the word itself.
NeighborLists neighbors_in(const Model& model, std::span<const WordChange> words,
                           TargetDensity WordChange::*text) {
  std::vector<Composition> questions;
  for (const WordChange& word : words) {
    questions.push_back({.positive = {}, .negative = {}, .densities = {word.*text}});
  }
  const auto answers = Query(model).neighbors(questions, kNeighbors + 1);
  NeighborLists lists;
  for (std::size_t k = 0; k < words.size(); ++k) {
    lists.emplace_back();
    for (const Answer& answer : answers[k]) {
      if (answer.word != words[k].word && lists[k].size() < kNeighbors) {
        lists[k].push_back(answer.word);
      }
    }
  }
  return lists;
}

/// Without the sign of a zero.
std::string rounded(double value, int digits) {
  const std::string text = fmt::format("{:.{}f}", value, digits);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(text.find('0')) : text;
}

std::string small_number(double value) {
  if (value == 0) return "0";
  return value < 0.0005 ? fmt::format("{:.0e}", value) : fmt::format("{:.3f}", value);
}

std::string joined(const std::vector<std::string>& words) {
  return words.empty() ? "(none)" : fmt::format("{}", fmt::join(words, " "));
}

Table table_of_changes(double threshold) {
  Table table;
  table.add_column("");
  table.add_column("word", Table::Align::left);
  for (const char* heading : {"distance", "+-", "z"}) table.add_column(heading);
  table.add_column(fmt::format("P(> {})", threshold));
  for (const char* heading : {"FDR", "count A", "count B"}) table.add_column(heading);
  return table;
}

void add_change(const WordChange& word, std::size_t place, Table& table) {
  table.add_row({std::to_string(place), word.word, rounded(word.distance, 3),
                 rounded(word.deviation, 3), rounded(word.z, 1), percent(word.probability),
                 small_number(word.false_discovery_rate), grouped(word.count_a),
                 grouped(word.count_b)});
}

std::string summary(const ComparedFiles& files, const TextComparison& comparison) {
  const auto found = std::ranges::count_if(
      comparison.words, [](const WordChange& word) { return word.false_discovery_rate <= kRate; });
  return fmt::format(
      "{} of {} words are used differently in '{}' and '{}', at a false-discovery rate of {}.\n",
      grouped(static_cast<std::uint64_t>(found)), grouped(comparison.words.size()), files.a,
      files.b, percent(kRate));
}

}  // namespace

std::string changed_words_text(const ComparedFiles& files, const Model& model,
                               const TextComparison& comparison, std::size_t count) {
  const auto words = std::span(comparison.words).first(std::min(count, comparison.words.size()));
  const NeighborLists in_a = neighbors_in(model, words, &WordChange::a);
  const NeighborLists in_b = neighbors_in(model, words, &WordChange::b);
  Table table = table_of_changes(files.threshold);
  for (std::size_t k = 0; k < words.size(); ++k) {
    add_change(words[k], k + 1, table);
    table.add_line_below(fmt::format("       {} -> {}", joined(in_a[k]), joined(in_b[k])));
  }
  return table.text() + summary(files, comparison);
}

std::string changed_words_json(const ComparedFiles& files, const Model& model,
                               const TextComparison& comparison, std::size_t count) {
  const auto words = std::span(comparison.words).first(std::min(count, comparison.words.size()));
  const NeighborLists in_a = neighbors_in(model, words, &WordChange::a);
  const NeighborLists in_b = neighbors_in(model, words, &WordChange::b);
  Json json;
  json["model"] = files.model;
  json["texts"] = {files.a, files.b};
  json["threshold"] = files.threshold;
  json["compared"] = comparison.words.size();
  json["words"] = Json::array();
  for (std::size_t k = 0; k < words.size(); ++k) {
    const WordChange& word = words[k];
    Json entry;
    entry["word"] = word.word;
    entry["count_a"] = word.count_a;
    entry["count_b"] = word.count_b;
    entry["distance"] = word.distance;
    entry["deviation"] = word.deviation;
    entry["z"] = word.z;
    entry["probability"] = word.probability;
    entry["false_discovery_rate"] = word.false_discovery_rate;
    entry["neighbors_a"] = in_a[k];
    entry["neighbors_b"] = in_b[k];
    json["words"].push_back(entry);
  }
  return json_text(json);
}

}  // namespace bsg::cli
