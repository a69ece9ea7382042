#include "cli/arguments/recommend_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/arguments/query_arguments.h"

namespace bsg::cli {
namespace {

void add_askers(CLI::App& app, RecommendArguments& given) {
  app.add_option("ITEM", given.items,
                 "What somebody has: one basket. Items by id, or with --names by exact name.");
  app.add_option("--user", given.users,
                 "Users that the model was trained on (bsg train --users); each gets a list.")
      ->type_name("ID...");
  app.add_option(
         "--baskets", given.basket_file,
         "Many baskets: lines of items, separated by spaces, or by tabs where the model was "
         "trained on a table. Plain, gzip or zstd; - is standard input.")
      ->type_name("FILE");
  app.add_option("--users", given.user_file,
                 "Many users: a line for the id of each, in the same kinds of files.")
      ->type_name("FILE");
}

void add_choice_of_items(CLI::App& app, RecommendArguments& given) {
  app.add_option("--exclude", given.exclude,
                 "Never recommend these: a line for each item. Unknown ones are ignored.")
      ->type_name("FILE");
  add_min_count(app, given.options.min_count,
                "Leave out items with a lower count. [a whole number from 1 up; default: none]");
  app.add_flag("--repeat", given.options.repeat,
               "Also recommend what somebody has already, for things that are bought again.");
}

void add_recommendation_rank(CLI::App& app, RecommendationRank& rank) {
  std::string meanings;
  for (const RecommendationRankDescription& one : recommendation_rank_table()) {
    meanings += fmt::format("{}{}: {}", meanings.empty() ? "" : "; ", one.name, one.meaning);
  }
  add_choice(app, "--rank", rank, recommendation_rank_table(),
             fmt::format("What items are ordered by. {}. [default {}]", meanings,
                         recommendation_rank_table().front().name));
}

void add_seed(CLI::App& app, std::uint64_t& seed) {
  const auto set = [&seed](const std::string& text) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, seed);
    if (error == std::errc() && rest == end) return;
    throw CLI::ValidationError("--seed", fmt::format("'{}' is not a whole number", text));
  };
  app.add_option_function<std::string>(
         "--seed", set, "Of the draws of --rank thompson. [a whole number; default 1]")
      ->type_name("INTEGER")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

}  // namespace

void add_recommend_arguments(CLI::App& app, RecommendArguments& given) {
  add_model(app, given.model);
  add_askers(app, given);
  add_answer_count(app, given.count, 10, "How many items to recommend.");
  app.add_option("--names", given.names,
                 "What items are called: lines of id TAB name, and whatever follows another tab. "
                 "Tables then show names.")
      ->type_name("FILE");
  add_choice_of_items(app, given);
  add_recommendation_rank(app, given.options.rank);
  add_seed(app, given.options.seed);
  add_json(app, given.json);
}

void check(const RecommendArguments& given, const Arguments& parser) {
  const int kinds = !given.items.empty() + !given.users.empty() + given.basket_file.has_value() +
                    given.user_file.has_value();
  if (kinds == 0) parser.refuse("give items, --user, --baskets or --users");
  if (kinds > 1) parser.refuse("give only one of items, --user, --baskets and --users");
  const auto files = {given.basket_file, given.user_file, given.names, given.exclude};
  if (std::ranges::count(files, std::optional<std::string>("-")) > 1) {
    parser.refuse("standard input (-) can be only one of the files");
  }
}

}  // namespace bsg::cli
