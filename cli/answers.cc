#include "cli/answers.h"

#include <fmt/format.h>

#include "cli/quantity.h"
#include "cli/query_json.h"
#include "cli/standard_streams.h"
#include "cli/table.h"

namespace bsg::cli {
namespace {

Table headed_table(Measure measure) {
  Table table;
  table.add_column("");
  table.add_column("word", Table::Align::left);
  if (measure != Measure::cosine) {
    table.add_column(measure == Measure::kl ? "minus KL" : "probability");
  }
  for (const char* heading :
       {"cosine", "expected", "+-", "beats next", "product mean", "product variance", "count"}) {
    table.add_column(heading);
  }
  return table;
}

std::string table_text(const std::vector<Answer>& answers, Measure measure, const Model& model) {
  Table table = headed_table(measure);
  std::size_t place = 0;
  for (const Answer& answer : answers) {
    const Score& score = answer.score;
    std::vector<std::string> cells{std::to_string(++place), answer.word};
    if (measure != Measure::cosine) cells.push_back(fmt::format("{:.4f}", score.value));
    cells.push_back(fmt::format("{:.3f}", score.cosine));
    cells.push_back(fmt::format("{:.3f}", score.cosine_mean));
    cells.push_back(fmt::format("{:.3f}", score.cosine_deviation));
    cells.push_back(answer.beats_next ? percent(*answer.beats_next) : "");
    cells.push_back(fmt::format("{:.3f}", score.product_mean));
    cells.push_back(fmt::format("{:.3f}", score.product_variance));
    cells.push_back(grouped(model.count(answer.id)));
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
            table_text(question.answers, arguments.options().measure, model);
  }
  write_standard_output(text);
}

std::string composition_title(const Composition& query) {
  std::string title;
  for (const std::string& word : query.positive) title += (title.empty() ? "+" : " +") + word;
  for (const std::string& word : query.negative) title += (title.empty() ? "-" : " -") + word;
  return title;
}

}  // namespace bsg::cli
