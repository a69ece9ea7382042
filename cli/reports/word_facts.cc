#include "cli/reports/word_facts.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/reports/quantity.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

DensityFacts density_facts(const Model& model, Side side, WordId id) {
  DensityFacts facts;
  double squares = 0;
  for (const float mean : model.mean(side, id)) squares += static_cast<double>(mean) * mean;
  facts.mean_length = std::sqrt(squares);
  if (!model.has_variances()) return facts;
  double variances = 0, deviations = 0;
  for (const float variance : model.variance(side, id)) {
    variances += variance;
    deviations += std::sqrt(static_cast<double>(variance));
  }
  facts.total_variance = variances;
  facts.mean_deviation = deviations / static_cast<double>(model.dimension());
  return facts;
}

Json json_of(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const DensityFacts& facts) {
  Json json;
  json["mean_length"] = facts.mean_length;
  json["total_variance"] = json_of(facts.total_variance);
  json["mean_deviation"] = json_of(facts.mean_deviation);
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
  const auto add_density = [&](const std::string& name, DensityFacts WordFacts::*side) {
    add(name + ": length of mean",
        [side](const WordFacts& w) { return number((w.*side).mean_length); });
    if (words.empty() || !(words.front().*side).total_variance) return;
    add(name + ": total variance",
        [side](const WordFacts& w) { return number((w.*side).total_variance.value()); });
    add(name + ": sd per axis",
        [side](const WordFacts& w) { return number((w.*side).mean_deviation.value()); });
  };
  add_density("target", &WordFacts::target);
  add_density("context", &WordFacts::context);
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
