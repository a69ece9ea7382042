#include "cli/word_facts.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/quantity.h"
#include "cli/table.h"

namespace bsg::cli {
namespace {

DensityFacts density_facts(const Model& model, Side side, WordId id) {
  DensityFacts facts;
  double squares = 0;
  for (const float mean : model.mean(side, id)) squares += static_cast<double>(mean) * mean;
  for (const float variance : model.variance(side, id)) {
    facts.total_variance += variance;
    facts.mean_deviation += std::sqrt(static_cast<double>(variance));
  }
  facts.mean_length = std::sqrt(squares);
  facts.mean_deviation /= static_cast<double>(model.dimension());
  return facts;
}

Json json_of(const DensityFacts& facts) {
  Json json;
  json["mean_length"] = facts.mean_length;
  json["total_variance"] = facts.total_variance;
  json["mean_deviation"] = facts.mean_deviation;
  return json;
}

std::string number(double value) {
  return fmt::format("{:.4f}", value);
}

}  // namespace

WordFacts word_facts(const Model& model, const std::string& word) {
  const WordId id = model.id(word);
  return {word, model.count(id), std::uint64_t{id} + 1, density_facts(model, Side::target, id),
          density_facts(model, Side::context, id)};
}

std::string word_facts_table(const std::vector<WordFacts>& words) {
  Table table;
  table.add_column("", Table::Align::left);
  for (const WordFacts& facts : words) table.add_column(facts.word);
  const auto add = [&](const std::string& name, auto value) {
    std::vector<std::string> cells{name};
    for (const WordFacts& facts : words) cells.push_back(value(facts));
    table.add_row(std::move(cells));
  };
  add("count", [](const WordFacts& w) { return grouped(w.count); });
  add("rank by count", [](const WordFacts& w) { return grouped(w.rank); });
  add("target: length of mean", [](const WordFacts& w) { return number(w.target.mean_length); });
  add("target: total variance", [](const WordFacts& w) { return number(w.target.total_variance); });
  add("target: sd per axis", [](const WordFacts& w) { return number(w.target.mean_deviation); });
  add("context: length of mean", [](const WordFacts& w) { return number(w.context.mean_length); });
  add("context: total variance",
      [](const WordFacts& w) { return number(w.context.total_variance); });
  add("context: sd per axis", [](const WordFacts& w) { return number(w.context.mean_deviation); });
  return table.text();
}

Json json_of(const WordFacts& facts) {
  Json json;
  json["word"] = facts.word;
  json["count"] = facts.count;
  json["rank"] = facts.rank;
  json["target"] = json_of(facts.target);
  json["context"] = json_of(facts.context);
  return json;
}

}  // namespace bsg::cli
