#include "cli/reports/answers.h"

#include <fmt/format.h>

#include <initializer_list>
#include <utility>

#include "cli/reports/guesses.h"
#include "cli/reports/quantity.h"
#include "cli/reports/query_json.h"
#include "cli/reports/table.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

/// A column of an answer's table, after its place and word.
struct Column {
  std::string heading;
  std::string (*cell)(const Answer& answer, const Model& model);
};

template <double Score::*value>
std::string score_cell(const Answer& answer, const Model& /*model*/) {
  return fmt::format("{:.3f}", answer.score.*value);
}

std::string beats_next_cell(const Answer& answer, const Model& /*model*/) {
  return answer.beats_next ? percent(*answer.beats_next) : "";
}

std::string count_cell(const Answer& answer, const Model& model) {
  return grouped(model.count(answer.id));
}

/// What a model of points cannot say is left out.
std::vector<Column> columns_of(const QueryArguments& arguments, const Model& model) {
  const QueryOptions options = arguments.options();
  const MeasureDescription& measure = describe(options.measure);
  const bool densities = model.has_variances();
  const bool all = arguments.columns == Columns::all;
  const bool expected = densities && (all || rank_of(model, options) == Rank::expected);
  const std::initializer_list<std::pair<bool, Column>> columns = {
      {true, {std::string(measure.heading), score_cell<&Score::value>}},
      {densities, {"+-", score_cell<&Score::deviation>}},
      {densities && all, {"at least", score_cell<&Score::lower>}},
      {densities && measure.has_order, {"beats next", beats_next_cell}},
      {all && !measure.is_cosine, {"cosine", score_cell<&Score::cosine>}},
      {expected, {"expected cosine", score_cell<&Score::cosine_mean>}},
      {densities && all, {"its +-", score_cell<&Score::cosine_deviation>}},
      {all, {densities ? "product mean" : "product", score_cell<&Score::product_mean>}},
      {densities && all, {"product variance", score_cell<&Score::product_variance>}},
      {true, {"count", count_cell}}};
  std::vector<Column> shown;
  for (const auto& [is_shown, column] : columns) {
    if (is_shown) shown.push_back(column);
  }
  return shown;
}

/// Where the list is not in the order of the scores.
std::string order_note(Rank rank) {
  if (rank == Rank::mean) return "";
  return rank == Rank::lower ? ", by lower bound" : ", by expected cosine";
}

std::string table_text(const std::vector<Answer>& answers, const QueryArguments& arguments,
                       const Model& model) {
  const std::vector<Column> columns = columns_of(arguments, model);
  Table table;
  table.add_column("");
  table.add_column("word", Table::Align::left);
  for (const Column& column : columns) table.add_column(column.heading);
  std::size_t place = 0;
  for (const Answer& answer : answers) {
    std::vector<std::string> cells{std::to_string(++place), answer.word};
    for (const Column& column : columns) cells.push_back(column.cell(answer, model));
    table.add_row(std::move(cells));
  }
  return table.text();
}

void print_json(const QueryArguments& arguments, const Model& model,
                const std::vector<RankedQuestion>& questions) {
  Json json = json_head(arguments);
  json["rank"] = describe(rank_of(model, arguments.options())).name;
  json["min_count"] = arguments.min_count;
  json["queries"] = Json::array();
  for (const RankedQuestion& question : questions) {
    json["queries"].push_back(json_of(question.query, question.answers, model));
  }
  write_standard_output(json_text(json));
}

}  // namespace

void print_answers(const QueryArguments& arguments, const Model& model,
                   const std::vector<RankedQuestion>& questions) {
  if (arguments.json) return print_json(arguments, model, questions);
  const std::string order = order_note(rank_of(model, arguments.options()));
  std::string text;
  for (const RankedQuestion& question : questions) {
    text += (text.empty() ? "" : "\n") + question.title + order + "\n" +
            guesses_note(model, guessed_words(model, question.query)) +
            table_text(question.answers, arguments, model);
  }
  if (!model.has_variances()) text += kPointsNote;
  write_standard_output(text);
}

std::string answers_notes() {
  return fmt::format(
      "Columns: the score; +-, its standard deviation from text to text: of models trained on "
      "other\n"
      "texts of the same size and source, 68 % are within it of their mean (for guesses, and where "
      "bsg\n"
      "info shows no calibration: the posterior's standard deviation); beats next, the probability "
      "that\n"
      "the answer's inner product with the query is larger than that of the one below it; the "
      "count in\n"
      "the text. By lower bound means: by the score less {} x the posterior's standard deviation "
      "(under\n"
      "probability of its logit), so that a lucky score of a rare word does not come first.\n"
      "--columns all adds: at least, that bound; expected cosine and its +-, of vectors drawn from "
      "the\n"
      "two densities; the mean and the variance of their inner product. Sums bring means to unit\n"
      "length under the {} only.\n"
      "JSON keys: model, measure, representation, raw, rank, min_count, queries: [{{positive, "
      "negative,\n"
      "guessed, answers: [{{word, count, score, deviation, lower, product_mean, product_variance,\n"
      "cosine, cosine_mean, cosine_deviation, beats_next}}]}}]\n"
      "A model of points (--method skipgram) has no variances: it ranks by the mean, its tables "
      "leave\n"
      "out what needs variances, and in JSON it is null.\n",
      kLowerBoundDeviations, measure_names(&MeasureDescription::unit_length));
}

std::string word_title(const Model& model, const std::string& word) {
  const std::optional<WordId> id = model.find(word);
  return id ? fmt::format("{} (count {})", word, grouped(model.count(*id))) : word;
}

std::string composition_title(const Composition& query) {
  std::string title;
  for (const std::string& word : query.positive) title += (title.empty() ? "+" : " +") + word;
  for (const std::string& word : query.negative) title += (title.empty() ? "-" : " -") + word;
  return title;
}

}  // namespace bsg::cli
