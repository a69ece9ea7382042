#include "cli/reports/word_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "cli/reports/quantity.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

DensityFacts density_facts(std::span<const float> means, std::span<const float> variances) {
  DensityFacts facts;
  double squares = 0;
  for (const float mean : means) squares += static_cast<double>(mean) * mean;
  facts.mean_length = std::sqrt(squares);
  if (variances.empty()) return facts;
  double sum = 0, deviations = 0;
  for (const float variance : variances) {
    sum += variance;
    deviations += std::sqrt(static_cast<double>(variance));
  }
  facts.total_variance = sum;
  facts.mean_deviation = deviations / static_cast<double>(means.size());
  return facts;
}

DensityFacts density_facts(const Model& model, Side side, WordId id) {
  return density_facts(model.mean(side, id), model.variance(side, id));
}

WordFacts known_facts(const Model& model, const std::string& word, WordId id) {
  WordFacts facts{.word = word,
                  .count = model.count(id),
                  .rank = std::nullopt,
                  .target = density_facts(model, Side::target, id),
                  .context = density_facts(model, Side::context, id)};
  if (facts.count > 0) facts.rank = std::uint64_t{id} + 1;
  if (facts.count == 0 && model.feature_counts().tags > 0) facts.known_by = KnownBy::tags;
  return facts;
}

/// As --json has it, and as the table says it.
struct KnownByText {
  const char *name, *phrase;
};

KnownByText text_of(KnownBy known_by) {
  switch (known_by) {
    case KnownBy::tags:
      return {"tags", "tags alone"};
    case KnownBy::spelling:
      return {"spelling", "spelling (a guess)"};
    case KnownBy::text:
      break;
  }
  return {"text", "text"};
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

Json json_of(const std::optional<DensityFacts>& facts) {
  return facts ? json_of(*facts) : Json(nullptr);
}

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

}  // namespace

WordFacts word_facts(const Model& model, const std::string& word) {
  if (const std::optional<WordId> id = model.find(word)) return known_facts(model, word, *id);
  const std::optional<TargetDensity> guess = model.guess(word);
  if (!guess) return known_facts(model, word, model.id(word));  // throws
  return {.word = word,
          .known_by = KnownBy::spelling,
          .rank = std::nullopt,
          .target = density_facts(guess->mean, guess->variance),
          .context = std::nullopt};
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
  const auto beyond_text = [](const WordFacts& w) { return w.known_by != KnownBy::text; };
  if (std::ranges::any_of(words, beyond_text)) {
    add("known by", [](const WordFacts& w) { return text_of(w.known_by).phrase; });
  }
  add("count", [](const WordFacts& w) { return grouped(w.count); });
  add("rank by count", [](const WordFacts& w) { return w.rank ? grouped(*w.rank) : "-"; });
  const auto add_density = [&](const std::string& name, auto density_of) {
    const auto add_fact = [&](const char* what, auto fact) {
      add(name + what, [&](const WordFacts& w) {
        const std::optional<DensityFacts> density = density_of(w);
        return number(density ? fact(*density) : std::nullopt);
      });
    };
    add_fact(": length of mean",
             [](const DensityFacts& d) { return std::optional(d.mean_length); });
    if (words.empty() || !words.front().target.total_variance) return;
    add_fact(": total variance", [](const DensityFacts& d) { return d.total_variance; });
    add_fact(": sd per axis", [](const DensityFacts& d) { return d.mean_deviation; });
  };
  add_density("target", [](const WordFacts& w) { return std::optional(w.target); });
  add_density("context", [](const WordFacts& w) { return w.context; });
  return table.text();
}

Json json_of(const WordFacts& facts) {
  Json json;
  json["word"] = facts.word;
  json["known_by"] = text_of(facts.known_by).name;
  json["count"] = facts.count;
  json["rank"] = facts.rank ? Json(*facts.rank) : Json(nullptr);
  json["target"] = json_of(facts.target);
  json["context"] = json_of(facts.context);
  return json;
}

}  // namespace bsg::cli
