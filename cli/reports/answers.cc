#include "cli/reports/answers.h"

#include <fmt/format.h>

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

std::string value_cell(const Answer& answer, const Model& /*model*/) {
  return fmt::format("{:.4f}", answer.score.value);
}

std::string beats_next_cell(const Answer& answer, const Model& /*model*/) {
  return answer.beats_next ? percent(*answer.beats_next) : "";
}

std::string count_cell(const Answer& answer, const Model& model) {
  return grouped(model.count(answer.id));
}

/// What a model of points cannot say is left out.
std::vector<Column> columns_of(Measure measure, const Model& model) {
  std::vector<Column> columns;
  const MeasureDescription& described = describe(measure);
  if (!described.is_cosine) columns.push_back({std::string(described.heading), value_cell});
  columns.push_back({"cosine", score_cell<&Score::cosine>});
  if (model.has_variances()) {
    columns.push_back({"expected", score_cell<&Score::cosine_mean>});
    columns.push_back({"+-", score_cell<&Score::cosine_deviation>});
    columns.push_back({"beats next", beats_next_cell});
    columns.push_back({"product mean", score_cell<&Score::product_mean>});
    columns.push_back({"product variance", score_cell<&Score::product_variance>});
  } else {
    columns.push_back({"product", score_cell<&Score::product_mean>});
  }
  columns.push_back({"count", count_cell});
  return columns;
}

std::string table_text(const std::vector<Answer>& answers, Measure measure, const Model& model) {
  const std::vector<Column> columns = columns_of(measure, model);
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
  std::string text;
  for (const RankedQuestion& question : questions) {
    text += (text.empty() ? "" : "\n") + question.title + "\n" +
            guesses_note(model, guessed_words(model, question.query)) +
            table_text(question.answers, arguments.options().measure, model);
  }
  if (!model.has_variances()) text += kPointsNote;
  write_standard_output(text);
}

std::string answers_notes() {
  return fmt::format(
      "Columns: the score under the measure and the cosine of the means; \"expected\" and \"+-\" "
      "are the mean\n"
      "and the standard deviation of the cosine of vectors drawn from the two densities; \"beats "
      "next\" is\n"
      "the probability that the answer's inner product with the query is larger than that of the "
      "one\n"
      "below it; the inner product of the two densities has the mean and the variance given; count "
      "is\n"
      "the word's count in the text. Sums bring means to unit length under the {} only.\n"
      "JSON keys: model, measure, representation, raw, queries: [{{positive, negative, guessed, "
      "answers:\n"
      "[{{word, count, score, product_mean, product_variance, cosine, cosine_mean, "
      "cosine_deviation,\n"
      "beats_next}}]}}]\n"
      "A model of points (--method skipgram) has no variances: its tables leave out what needs "
      "them, and\n"
      "in JSON it is null.\n",
      measure_names(&MeasureDescription::unit_length));
}

std::string composition_title(const Composition& query) {
  std::string title;
  for (const std::string& word : query.positive) title += (title.empty() ? "+" : " +") + word;
  for (const std::string& word : query.negative) title += (title.empty() ? "-" : " -") + word;
  return title;
}

}  // namespace bsg::cli
