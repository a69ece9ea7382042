#include "cli/reports/evaluation_report.h"

#include <fmt/format.h>

#include "cli/reports/quantity.h"
#include "cli/reports/query_json.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

/// Shares and correlations are shown × 100, as the literature does.
std::optional<double> times_100(std::optional<double> value) {
  return value ? std::optional(100 * *value) : std::nullopt;
}

std::string score_text(std::optional<double> score) {
  return score ? fmt::format("{:.1f}", 100 * *score) : "-";
}

std::optional<double> share(std::size_t right, std::size_t used) {
  if (used == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(used);
}

/// With `oov` it is of interest how many are guessed.
std::vector<std::string> headings(std::vector<std::string> names, bool oov) {
  if (oov) names.emplace_back("guessed");
  return names;
}

std::string similarity_table(const std::vector<JudgedSimilarity>& sets, bool oov) {
  Table table;
  table.add_column("similarity", Table::Align::left);
  for (const auto& heading : headings({"score", "pairs", "skipped"}, oov))
    table.add_column(heading);
  for (const auto& [file, result] : sets) {
    std::vector<std::string> cells{result.name, score_text(result.correlation),
                                   grouped(result.used), grouped(result.skipped)};
    if (oov) cells.push_back(grouped(result.guessed));
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string analogy_table(const AnalogyResult& result, bool raw, bool oov) {
  Table table;
  table.add_column(fmt::format("{}{}", result.name, raw ? ", means as they are" : ""),
                   Table::Align::left);
  for (const auto& heading : headings({"score", "right", "questions", "skipped"}, oov))
    table.add_column(heading);
  const auto add = [&](const std::string& name, const auto& counts) {
    std::vector<std::string> cells{name, score_text(share(counts.right, counts.used)),
                                   grouped(counts.right), grouped(counts.used),
                                   grouped(counts.skipped)};
    if (oov) cells.push_back(grouped(counts.guessed));
    table.add_row(std::move(cells));
  };
  for (const AnalogyGroupResult& group : result.groups)
    add(group.name.empty() ? "(no group)" : group.name, group);
  add("total", result);
  return table.text();
}

std::string coverage_table(const AnalogyResult& result) {
  Table table;
  table.add_column("right among the surest", Table::Align::left);
  for (const double coverage : CoverageCurve::kCoverages) table.add_column(percent(coverage));
  table.add_column("area");
  const auto add = [&](const char* name, const std::optional<CoverageCurve>& curve) {
    if (!curve) return;
    std::vector<std::string> cells{name};
    for (const double accuracy : curve->accuracies) cells.push_back(score_text(accuracy));
    cells.push_back(score_text(curve->area));
    table.add_row(std::move(cells));
  };
  add("by order probability", result.by_order_probability);
  add("by cosine", result.by_cosine);
  add("by margin", result.by_margin);
  add("by count of the rarest word", result.by_count);
  return table.text();
}

Json number_or_null(std::optional<double> value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json_of(const std::optional<CoverageCurve>& curve) {
  if (!curve) return nullptr;
  Json json;
  for (std::size_t k = 0; k < CoverageCurve::kCoverages.size(); ++k) {
    json[fmt::format("{:.0f}", 100 * CoverageCurve::kCoverages[k])] = 100 * curve->accuracies[k];
  }
  json["area"] = 100 * curve->area;
  return json;
}

Json json_of(const JudgedSimilarity& set) {
  Json json;
  json["file"] = set.file;
  json["name"] = set.result.name;
  json["score"] = number_or_null(times_100(set.result.correlation));
  json["used"] = set.result.used;
  json["skipped"] = set.result.skipped;
  json["guessed"] = set.result.guessed;
  return json;
}

Json json_of(const AnalogyGroupResult& group) {
  Json json;
  json["name"] = group.name;
  json["score"] = number_or_null(times_100(share(group.right, group.used)));
  json["right"] = group.right;
  json["used"] = group.used;
  json["skipped"] = group.skipped;
  json["guessed"] = group.guessed;
  return json;
}

Json json_of(const JudgedAnalogies& set) {
  const AnalogyResult& result = set.result;
  Json json;
  json["file"] = set.file;
  json["name"] = result.name;
  json["raw"] = set.raw;
  json["score"] = number_or_null(times_100(result.accuracy()));
  json["right"] = result.right;
  json["used"] = result.used;
  json["skipped"] = result.skipped;
  json["guessed"] = result.guessed;
  json["groups"] = Json::array();
  for (const AnalogyGroupResult& group : result.groups) json["groups"].push_back(json_of(group));
  json["coverage"]["order_probability"] = json_of(result.by_order_probability);
  json["coverage"]["cosine"] = json_of(result.by_cosine);
  json["coverage"]["margin"] = json_of(result.by_margin);
  json["coverage"]["count"] = json_of(result.by_count);
  return json;
}

}  // namespace

std::string evaluation_text(const Evaluation& evaluation) {
  std::vector<std::string> parts;
  const bool oov = !evaluation.options.known_only;
  if (!evaluation.similarity.empty()) parts.push_back(similarity_table(evaluation.similarity, oov));
  for (const auto& [file, raw, result] : evaluation.analogy) {
    parts.push_back(analogy_table(result, raw, oov));
    if (result.used > 0) parts.push_back(coverage_table(result));
  }
  if (evaluation.held_out) parts.push_back(held_out_text(*evaluation.held_out));
  if (evaluation.baskets) parts.push_back(baskets_text(*evaluation.baskets));
  return fmt::format("{}", fmt::join(parts, "\n"));
}

std::string evaluation_json(const Evaluation& evaluation) {
  Json json;
  json["model"] = evaluation.model;
  json["measure"] = describe(evaluation.options.measure).name;
  json["representation"] = describe(evaluation.options.representation).name;
  json["rank"] = describe(evaluation.options.rank.value_or(Rank::mean)).name;
  json["oov"] = !evaluation.options.known_only;
  json["similarity"] = Json::array();
  for (const JudgedSimilarity& set : evaluation.similarity) {
    json["similarity"].push_back(json_of(set));
  }
  json["analogy"] = Json::array();
  for (const JudgedAnalogies& set : evaluation.analogy) json["analogy"].push_back(json_of(set));
  json["held_out"] = evaluation.held_out ? held_out_json(*evaluation.held_out) : Json(nullptr);
  json["baskets"] = evaluation.baskets ? baskets_json(*evaluation.baskets) : Json(nullptr);
  return json_text(json);
}

}  // namespace bsg::cli
