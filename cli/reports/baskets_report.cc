#include "cli/reports/baskets_report.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "cli/reports/quantity.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

constexpr std::array<std::string_view, 3> kThirds{"popular", "middle", "rare"};

struct Figure {
  const char* heading;
  const char* key;
  MeanOverUsers FirstItems::*value;
};
constexpr std::array<Figure, 4> kFigures{{{"HR", "hit_rate", &FirstItems::hit_rate},
                                          {"recall", "recall", &FirstItems::recall},
                                          {"NDCG", "ndcg", &FirstItems::ndcg},
                                          {"MRR", "mrr", &FirstItems::mrr}}};

/// As people know the methods.
std::string_view title_of(std::string_view method) {
  if (method == "item-knn") return "item kNN";
  return method == "ease" ? "EASE" : method;
}

/// Shares are shown × 100.
std::string times_100(double share) {
  return fmt::format("{:.1f}", 100 * share);
}

std::string first_table(const BasketEvaluation& result, std::size_t k) {
  Table table;
  table.add_column(fmt::format("recommendations, first {}", FirstItems::kCutoffs[k]),
                   Table::Align::left);
  for (const Figure& figure : kFigures) {
    table.add_column(figure.heading);
    table.add_column("+-");
  }
  table.add_column("coverage");
  for (const MethodResult& method : result.methods) {
    std::vector<std::string> cells{std::string(title_of(method.name))};
    for (const Figure& figure : kFigures) {
      cells.push_back(times_100((method.first[k].*figure.value).mean));
      cells.push_back(times_100((method.first[k].*figure.value).error));
    }
    cells.push_back(times_100(method.first[k].coverage));
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string thirds_table(const BasketEvaluation& result) {
  Table table;
  table.add_column("held-out items by popularity, first 10", Table::Align::left);
  for (const std::string_view third : kThirds) {
    table.add_column(fmt::format("{} HR", third));
    table.add_column("NDCG");
  }
  for (const MethodResult& method : result.methods) {
    std::vector<std::string> cells{std::string(title_of(method.name))};
    for (const PopularityThird& third : method.thirds) {
      cells.push_back(third.users == 0 ? "-" : times_100(third.hit_rate.mean));
      cells.push_back(third.users == 0 ? "-" : times_100(third.ndcg.mean));
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

/// "3 of the held-out items are not in the model and count as not found".
std::string unknown_line(std::size_t number, std::string_view things, std::string_view of_one,
                         std::string_view of_several) {
  if (number == 0) return {};
  return fmt::format("  {} of the {} items {} not in the model and {}\n", grouped(number), things,
                     number == 1 ? "is" : "are", number == 1 ? of_one : of_several);
}

std::string users_lines(const BasketEvaluation& result) {
  return fmt::format("  {} users, {} known and {} held-out items, lists of {} items\n",
                     grouped(result.users), grouped(result.known_items),
                     grouped(result.held_out_items), grouped(result.items)) +
         unknown_line(result.unknown_known, "known", "tells nothing", "tell nothing") +
         unknown_line(result.unknown_held_out, "held-out", "counts as not found",
                      "count as not found");
}

std::string methods_lines(const JudgedBaskets& judged) {
  const BasketEvaluation& result = judged.result;
  std::string lines;
  if (result.ease_penalty) {
    lines += fmt::format("  EASE: lambda {}{}\n", *result.ease_penalty,
                         result.ease_penalty_chosen ? ", chosen on the training baskets" : "");
  }
  if (judged.train.empty()) {
    return lines + "  item kNN and EASE learn from the training baskets: give them with --train\n";
  }
  for (const LeftOutMethod& method : result.left_out) {
    lines += fmt::format("  {} was left out: {}\n", title_of(method.name), method.reason);
  }
  return lines;
}

Json json_of(const MeanOverUsers& mean) {
  return {{"mean", 100 * mean.mean}, {"error", 100 * mean.error}};
}

Json json_of(const FirstItems& first) {
  Json json;
  for (const Figure& figure : kFigures) json[figure.key] = json_of(first.*figure.value);
  json["coverage"] = 100 * first.coverage;
  return json;
}

Json json_of(const PopularityThird& third) {
  Json json;
  json["users"] = third.users;
  json["items"] = third.items;
  json["hit_rate"] = third.users == 0 ? Json(nullptr) : json_of(third.hit_rate);
  json["ndcg"] = third.users == 0 ? Json(nullptr) : json_of(third.ndcg);
  return json;
}

Json json_of(const MethodResult& method) {
  Json json;
  json["method"] = method.name;
  for (std::size_t k = 0; k < FirstItems::kCutoffs.size(); ++k) {
    json["first"][std::to_string(FirstItems::kCutoffs[k])] = json_of(method.first[k]);
  }
  for (std::size_t k = 0; k < kThirds.size(); ++k) {
    json["thirds"][std::string(kThirds[k])] = json_of(method.thirds[k]);
  }
  return json;
}

std::string_view rank_name(RecommendationRank rank) {
  for (const RecommendationRankDescription& row : recommendation_rank_table()) {
    if (row.value == rank) return row.name;
  }
  return {};
}

}  // namespace

std::string baskets_text(const JudgedBaskets& judged) {
  std::string text;
  for (std::size_t k = 0; k < FirstItems::kCutoffs.size(); ++k) {
    text += first_table(judged.result, k) + "\n";
  }
  return text + thirds_table(judged.result) + "\n" + users_lines(judged.result) +
         methods_lines(judged);
}

Json baskets_json(const JudgedBaskets& judged) {
  const BasketEvaluation& result = judged.result;
  Json json;
  json["file"] = judged.file;
  json["train"] = judged.train;
  json["rank"] = rank_name(judged.rank);
  json["users"] = result.users;
  json["items"] = result.items;
  json["known_items"] = result.known_items;
  json["held_out_items"] = result.held_out_items;
  json["unknown_known"] = result.unknown_known;
  json["unknown_held_out"] = result.unknown_held_out;
  json["ease_penalty"] = result.ease_penalty ? Json(*result.ease_penalty) : Json(nullptr);
  json["ease_penalty_chosen"] = result.ease_penalty_chosen;
  json["left_out"] = Json::array();
  for (const LeftOutMethod& method : result.left_out) {
    json["left_out"].push_back({{"method", method.name}, {"reason", method.reason}});
  }
  json["methods"] = Json::array();
  for (const MethodResult& method : result.methods) json["methods"].push_back(json_of(method));
  return json;
}

}  // namespace bsg::cli
