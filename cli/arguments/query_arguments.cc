#include "cli/arguments/query_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>

#include "bsg/named_value.h"

namespace bsg::cli {
namespace {

/// A whole number from 1 up, as the value of an option.
std::uint64_t parse_count(const char* option, const std::string& text) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error == std::errc() && rest == end && count > 0) return count;
  throw CLI::ValidationError(option, fmt::format("'{}' is not a whole number from 1 up", text));
}

void add_composition(CLI::App& app, QueryArguments& query) {
  app.add_option("--positive", query.composition.positive,
                 "Words whose densities are added up to make the query.")
      ->type_name("WORD...")
      ->group("Composed queries");
  app.add_option("--negative", query.composition.negative,
                 "Words whose densities are taken off the query.")
      ->type_name("WORD...")
      ->group("Composed queries");
  app.add_flag("--raw", query.raw,
               "Combine the means as they are, instead of bringing each to unit length first.")
      ->group("Composed queries");
}

constexpr std::array kColumns{NamedValue<Columns>{"default", Columns::standard},
                              NamedValue<Columns>{"all", Columns::all}};

void add_columns(CLI::App& app, Columns& columns) {
  add_choice(app, "--columns", columns, kColumns,
             "All: also moments of draws from the densities, which JSON always has. "
             "[default default]")
      ->group("General");
}

/// "lower for cosine, mean for probability and kl".
std::string default_ranks() {
  std::string text;
  for (const RankDescription& rank : rank_table()) {
    std::vector<std::string_view> measures;
    for (const MeasureDescription& measure : measure_table()) {
      if (measure.default_rank == rank.value) measures.push_back(measure.name);
    }
    if (measures.empty()) continue;
    text += fmt::format("{}{} for {}", text.empty() ? "" : ", ", rank.name,
                        fmt::join(measures, " and "));
  }
  return text;
}

}  // namespace

QueryOptions QueryArguments::options() const {
  return {.measure = measure.value_or(QueryOptions().measure),
          .representation = representation,
          .raw = raw,
          .known_only = known_only,
          .rank = rank,
          .min_count = min_count};
}

std::string_view default_measure() {
  return describe(QueryOptions().measure).name;
}

void add_model(CLI::App& app, std::string& model) {
  app.add_option("MODEL", model, "A model that bsg train wrote.")->required();
}

void add_vectors(CLI::App& app, std::string& path) {
  app.add_option("MODEL", path,
                 "A model that bsg train wrote, or another program's vectors in word2vec's format.")
      ->required();
}

void add_min_count(CLI::App& app, std::uint64_t& count, std::string_view help) {
  app.add_option_function<std::string>(
         "--min-count",
         [&count](const std::string& text) { count = parse_count("--min-count", text); },
         std::string(help))
      ->type_name("INTEGER")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void add_measure(CLI::App& app, std::optional<Measure>& measure, std::string_view measure_default) {
  std::string meanings;
  for (const MeasureDescription& one : measure_table()) {
    meanings.append(meanings.empty() ? "" : "; ").append(one.meaning);
  }
  add_choice(app, "--measure", measure, measure_table(),
             fmt::format("{}. [default {}]", meanings, measure_default));
}

void add_representation(CLI::App& app, Representation& representation) {
  add_choice(
      app, "--representation", representation, representation_table(),
      "Which density stands for a word: its own as a centre (target), as a context, their sum or "
      "both side by side; target-context scores the query as centre against the answers as "
      "contexts: what appears around it. [default target]");
}

void add_known_only(CLI::App& app, bool& known_only) {
  app.add_flag(
      "--known-only", known_only,
      "Refuse words outside the vocabulary, instead of guessing their densities from their "
      "spelling. Models trained with --subwords can guess.");
}

void add_rank(CLI::App& app, std::optional<Rank>& rank, std::string_view rank_default) {
  std::string meanings;
  for (const RankDescription& one : rank_table()) {
    meanings.append(meanings.empty() ? "" : "; ").append(one.name).append(": ").append(one.meaning);
  }
  add_choice(app, "--rank", rank, rank_table(),
             fmt::format("What answers are ordered by. {}. [default {}]", meanings, rank_default));
}

void add_json(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "Print JSON, with all digits.")->group("General");
}

void add_query_arguments(CLI::App& app, QueryArguments& query, const std::string& words_help,
                         std::string_view measure_default) {
  add_vectors(app, query.model);
  app.add_option("WORD", query.words, words_help);
  add_measure(app, query.measure, measure_default);
  add_representation(app, query.representation);
  add_composition(app, query);
  add_known_only(app, query.known_only);
  add_columns(app, query.columns);
  add_json(app, query.json);
}

void add_ranking(CLI::App& app, QueryArguments& query) {
  add_answer_count(app, query.count);
  add_rank(app, query.rank, default_ranks());
  add_min_count(app, query.min_count,
                "Leave out answers with a lower count. [a whole number from 1 up; default: none]");
}

void add_answer_count(CLI::App& app, std::size_t& count, std::size_t count_default,
                      std::string_view help) {
  count = count_default;
  app.add_option_function<std::string>(
         "-k", [&count](const std::string& text) { count = parse_count("-k", text); },
         fmt::format("{} [a whole number from 1 up; default {}]", help, count_default))
      ->type_name("INTEGER")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

}  // namespace bsg::cli
