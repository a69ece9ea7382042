#include "cli/reports/recommendations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>

#include "cli/reports/quantity.h"
#include "cli/reports/query_json.h"
#include "cli/reports/table.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::size_t kNamedItems = 5;
constexpr std::size_t kNamedUnknown = 5;

std::string_view name_of(RecommendationRank rank) {
  const auto is_it = [rank](const auto& row) { return row.value == rank; };
  return std::ranges::find_if(recommendation_rank_table(), is_it)->name;
}

/// Where the list is not in the order of the scores.
std::string_view order_note(RecommendationRank rank) {
  switch (rank) {
    case RecommendationRank::mean:
      break;
    case RecommendationRank::lower:
      return ", by lower bound";
    case RecommendationRank::upper:
      return ", by upper bound";
    case RecommendationRank::thompson:
      return ", by the score of a draw";
  }
  return "";
}

}  // namespace

RecommendationReport::RecommendationReport(const RecommendArguments& given, const Model& model,
                                           const ItemNames& names, bool suggests)
    : given_(given), model_(model), names_(names), suggests_(suggests) {}

void RecommendationReport::print(const std::vector<RecommendedList>& lists) {
  std::string text;
  if (first_ && given_.json) {
    Json head;
    head["model"] = given_.model;
    head["rank"] = name_of(given_.options.rank);
    head["seed"] = given_.options.seed;
    head["min_count"] = given_.options.min_count;
    head["repeat"] = given_.options.repeat;
    text = json_text(head);
    text = text.substr(0, text.size() - std::string_view("\n}\n").size()) + ",\n  \"baskets\": [\n";
  }
  for (const RecommendedList& list : lists) {
    if (!std::exchange(first_, false)) text += given_.json ? ",\n" : "\n";
    text += given_.json ? json_of(list) : text_of(list);
  }
  write_standard_output(text);
}

void RecommendationReport::finish() {
  if (first_) print({});
  if (given_.json) write_standard_output(first_ ? "  ]\n}\n" : "\n  ]\n}\n");
}

std::string RecommendationReport::text_of(const RecommendedList& list) const {
  return title_of(list) + std::string(order_note(given_.options.rank)) + "\n" + notes_of(list) +
         table_of(list.answers);
}

std::string RecommendationReport::title_of(const RecommendedList& list) const {
  std::vector<std::string_view> named;
  for (const WordId item : list.items) {
    if (named.size() == kNamedItems) break;
    named.push_back(names_.title(item));
  }
  std::string text = fmt::format("{}", fmt::join(named, ", "));
  if (list.items.size() > named.size()) {
    text += fmt::format(" and {} more", grouped(list.items.size() - named.size()));
  }
  if (text.empty()) text = "no known item";
  return list.user ? fmt::format("user {}: {}", *list.user, text) : text;
}

std::string RecommendationReport::notes_of(const RecommendedList& list) const {
  std::string notes;
  const std::size_t named = std::min(list.unknown.size(), kNamedUnknown);
  for (const std::string& item : std::span(list.unknown).first(named)) {
    const std::vector<std::string> meant = closest(item);
    notes += fmt::format("{:?} is skipped: the model does not have it.{}\n", item,
                         meant.empty() ? "" : fmt::format(" Close items: {:n}.", meant));
  }
  if (const std::size_t more = list.unknown.size() - named; more > 0) {
    notes += fmt::format("{} more are skipped.\n", grouped(more));
  }
  if (list.items.empty()) notes += "Nothing is known of them: popular items come first.\n";
  return notes;
}

std::string RecommendationReport::table_of(const std::vector<Recommendation>& answers) const {
  Table table;
  table.add_column("");
  table.add_column("item", Table::Align::left);
  if (names_.any()) table.add_column("id", Table::Align::left);
  for (const char* heading : {"score", "+-", "probability", "count"}) table.add_column(heading);
  std::size_t place = 0;
  for (const Recommendation& answer : answers) {
    std::vector<std::string> cells{std::to_string(++place), std::string(names_.title(answer.id))};
    if (names_.any()) cells.push_back(answer.item);
    cells.push_back(fmt::format("{:.3f}", answer.score));
    cells.push_back(fmt::format("{:.3f}", answer.deviation));
    cells.push_back(fmt::format("{:.2f} %", 100 * answer.probability));
    cells.push_back(grouped(model_.count(answer.id)));
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string RecommendationReport::json_of(const RecommendedList& list) const {
  Json json;
  json["user"] = list.user ? Json(*list.user) : Json(nullptr);
  json["items"] = Json::array();
  for (const WordId item : list.items) json["items"].push_back(model_.word(item));
  json["unknown"] = Json::array();
  for (const std::string& item : list.unknown) {
    json["unknown"].push_back({{"item", item}, {"closest", closest(item)}});
  }
  json["by_popularity"] = list.items.empty();
  json["answers"] = Json::array();
  for (const Recommendation& answer : list.answers) {
    const std::string_view name = names_.name(answer.id);
    json["answers"].push_back({{"item", answer.item},
                               {"name", name.empty() ? Json(nullptr) : Json(name)},
                               {"score", answer.score},
                               {"deviation", answer.deviation},
                               {"probability", answer.probability},
                               {"count", model_.count(answer.id)}});
  }
  return "    " + json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> RecommendationReport::closest(const std::string& unknown) const {
  return suggests_ ? names_.closest(unknown) : std::vector<std::string>();
}

std::string recommendation_notes() {
  return R"(Whoever has these items is folded into the model in closed form, and all its items are scored. Items
that the model does not have are skipped; without any that it has, items come by popularity.
Columns: the score, log of the rate at which the item is expected, up to what all items of a list
have in common; +-, its standard deviation under the posterior; probability, that the next item is
this one, of all that could be recommended; the count in what the model was trained on.
JSON keys: model, rank, seed, min_count, repeat, baskets: [{user, items, unknown: [{item,
closest}], by_popularity, answers: [{item, name, score, deviation, probability, count}]}], with a
line of text for each basket. Items are ids, name is null without --names, user is null but for
--user and --users, and closest is empty for --baskets.
)";
}

}  // namespace bsg::cli
