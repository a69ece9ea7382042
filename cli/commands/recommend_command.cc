#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bsg/error.h"
#include "bsg/lines.h"
#include "bsg/recommend.h"
#include "cli/arguments/item_names.h"
#include "cli/arguments/recommend_arguments.h"
#include "cli/commands/command.h"
#include "cli/reports/recommendations.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kExamples =
    "\nExamples:\n"
    "  bsg recommend model.bsg 4993 7153 --names movies.tsv\n"
    "  bsg recommend model.bsg --user 17 -k 20 --rank lower\n"
    "  bsg recommend model.bsg --baskets carts.txt.gz --json";

using Basket = std::vector<std::string>;

/// Lines of a file that are answered at a time: what bounds the memory.
constexpr std::size_t kLinesAtOnce = 4096;

/// Calls `answer` with lines of the file in groups, and the number of each group.
template <class Line>
void in_groups(const std::string& file, const std::function<Line(const FileLine&)>& line_of,
               const std::function<void(const std::vector<Line>&, std::uint64_t)>& answer) {
  std::vector<Line> lines;
  std::uint64_t group = 0;
  for_each_line(file, [&](const FileLine& line) {
    lines.push_back(line_of(line));
    if (lines.size() < kLinesAtOnce) return;
    answer(lines, group++);
    lines.clear();
  });
  if (!lines.empty()) answer(lines, group);
}

/// Tables have items with spaces in them.
std::string_view separators(const Model& model) {
  const auto format = model.options().find("input-format");
  const bool table = format != model.options().end() && format->second != "lines";
  return table ? "\t" : " \t\v\f";
}

Basket items_of(std::string_view line, std::string_view separators) {
  Basket items;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(separators), line.size());
    if (end > 0) items.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return items;
}

std::vector<std::string> excluded_items(const RecommendArguments& given, const ItemNames& names) {
  std::vector<std::string> items;
  if (!given.exclude) return items;
  for_each_line(*given.exclude, [&](const FileLine& line) {
    items.push_back(names.id_of(std::string(line.text)));
  });
  return items;
}

/// Answers one request after the other.
class Session {
 public:
  Session(const RecommendArguments& given, const Model& model)
      : given_(given),
        model_(model),
        names_(model, given.names),
        options_(given.options),
        report_(given, model, names_, !given.basket_file) {
    options_.exclude = excluded_items(given, names_);
    recommender_.emplace(model_, options_);
  }

  void run() {
    if (!given_.items.empty()) answer_baskets({given_.items});
    if (!given_.users.empty()) answer_users(given_.users);
    if (given_.basket_file) answer_basket_file();
    if (given_.user_file) answer_user_file();
    report_.finish();
  }

 private:
  void answer_basket_file() {
    const std::string_view between = separators(model_);
    in_groups<Basket>(
        *given_.basket_file, [&](const FileLine& line) { return items_of(line.text, between); },
        [this](const std::vector<Basket>& baskets, std::uint64_t group) {
          begin_group(group);
          answer_baskets(baskets);
        });
  }

  void answer_user_file() {
    in_groups<std::string>(
        *given_.user_file, [this](const FileLine& line) { return user_of(line); },
        [this](const std::vector<std::string>& users, std::uint64_t group) {
          begin_group(group);
          answer_users(users);
        });
  }

  [[nodiscard]] std::string user_of(const FileLine& line) const {
    if (model_.user_count() == 0 || model_.find_user(line.text)) return std::string(line.text);
    throw InputError(fmt::format(
        "'{}' line {}: the model has no user {:?}; for others, give what they have to --baskets",
        line.file, line.number, line.text));
  }

  /// Draws depend on the place within a call: each group of lines has draws of its own.
  void begin_group(std::uint64_t group) {
    constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15;
    if (group == 0 || options_.rank != RecommendationRank::thompson) return;
    options_.seed = given_.options.seed + group * kStep;
    recommender_.emplace(model_, options_);
  }

  void answer_baskets(std::vector<Basket> baskets) {
    std::vector<RecommendedList> lists(baskets.size());
    for (std::size_t k = 0; k < baskets.size(); ++k) {
      for (std::string& item : baskets[k]) {
        item = names_.id_of(item);
        const std::optional<WordId> id = model_.find(item);
        if (id && std::ranges::find(lists[k].items, *id) == lists[k].items.end()) {
          lists[k].items.push_back(*id);
        }
      }
    }
    print(std::move(lists), recommender_->recommend(baskets, given_.count));
  }

  void answer_users(const std::vector<std::string>& users) {
    std::vector<Recommendations> answers = recommender_->recommend_to(users, given_.count);
    std::vector<RecommendedList> lists;
    for (const std::string& user : users) {
      const std::span<const WordId> items = model_.items_of(*model_.find_user(user));
      lists.push_back({.user = user, .items = {items.begin(), items.end()}});
    }
    print(std::move(lists), std::move(answers));
  }

  void print(std::vector<RecommendedList> lists, std::vector<Recommendations> answers) {
    for (std::size_t k = 0; k < lists.size(); ++k) {
      lists[k].answers = std::move(answers[k].items);
      lists[k].unknown = std::move(answers[k].unknown);
    }
    report_.print(lists);
  }

  const RecommendArguments& given_;
  const Model& model_;
  ItemNames names_;
  RecommendationOptions options_;
  std::optional<Recommender> recommender_;
  RecommendationReport report_;
};

}  // namespace

void run_recommend(const ArgumentList& arguments) {
  const std::string notes = recommendation_notes() + std::string(kExamples);
  Arguments parser({"recommend", "MODEL ITEM... | --user ID... | --baskets FILE | --users FILE",
                    "Which items to offer next to somebody who has these.", notes});
  RecommendArguments given;
  add_recommend_arguments(parser.app(), given);
  if (!parser.parse(arguments)) return;
  check(given, parser);

  const Model model = Model::load(given.model);
  Session(given, model).run();
}

}  // namespace bsg::cli
