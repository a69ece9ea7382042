#include "cli/reports/held_out_report.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>

#include "cli/reports/quantity.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

Json json_of(const std::optional<MeanLogLikelihood>& likelihood) {
  if (!likelihood) return nullptr;
  return {{"mean", likelihood->mean}, {"error", likelihood->error}};
}

}  // namespace

std::string held_out_text(const JudgedText& judged) {
  const HeldOutResult& result = judged.result;
  Table table;
  table.add_column("held-out text: log-likelihood of a pair", Table::Align::left);
  table.add_column("nats");
  table.add_column("+-");
  const auto add = [&](const char* name, const std::optional<MeanLogLikelihood>& likelihood) {
    if (!likelihood) return;
    table.add_row(
        {name, fmt::format("{:.4f}", likelihood->mean), fmt::format("{:.4f}", likelihood->error)});
  };
  add("densities integrated out", result.integrated);
  add("means alone", result.points);
  add("gained by integrating", result.gain);
  add("frequencies of words alone", result.frequencies);
  const auto pairs = static_cast<std::uint64_t>(std::llround(result.positive_pairs));
  return fmt::format("{}  {} positive pairs, {} negative{} for each; {} of {} tokens left out\n",
                     table.text(), grouped(pairs), result.negatives,
                     result.negatives == 1 ? "" : "s", grouped(result.left_out_tokens),
                     grouped(result.tokens));
}

Json held_out_json(const JudgedText& judged) {
  const HeldOutResult& result = judged.result;
  Json json;
  json["files"] = judged.files;
  json["tokens"] = result.tokens;
  json["left_out_tokens"] = result.left_out_tokens;
  json["left_out_words"] = result.left_out_words;
  json["positive_pairs"] = result.positive_pairs;
  json["negatives"] = result.negatives;
  json["integrated"] = json_of(result.integrated);
  json["points"] = json_of(std::optional(result.points));
  json["gain"] = json_of(result.gain);
  json["frequencies"] = json_of(std::optional(result.frequencies));
  return json;
}

}  // namespace bsg::cli
