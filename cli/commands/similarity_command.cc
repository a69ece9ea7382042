#include <fmt/format.h>

#include "bsg/import.h"
#include "bsg/query.h"
#include "cli/arguments/query_arguments.h"
#include "cli/commands/command.h"
#include "cli/reports/answers.h"
#include "cli/reports/guesses.h"
#include "cli/reports/query_json.h"
#include "cli/reports/table.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kNotes =
    "Without --measure, every measure that the model has is shown (a model of points has the "
    "{}\n"
    "only). Columns: the score, larger for more similar words (kl is 0 for equal densities and "
    "falls\n"
    "without bound); +-, its standard deviation from text to text: of models trained on other "
    "texts\n"
    "of the same size and source, 68 % are within it of their mean (for guesses, and where bsg "
    "info\n"
    "shows no calibration: the posterior's standard deviation). --columns all adds: at least, "
    "the\n"
    "score less {} x the posterior's standard deviation; expected cosine and its +-, of vectors "
    "drawn\n"
    "from the two densities; the mean and the variance of their inner product.\n"
    "Sums bring means to unit length under the {} only.\n"
    "JSON keys: model, representation, raw, positive, negative, word, guessed, scores: "
    "[{{measure,\n"
    "score, deviation, lower, product_mean, product_variance, cosine, cosine_mean, "
    "cosine_deviation}}]\n"
    "\nExamples:\n"
    "  bsg similarity model.bsg ship boat\n"
    "  bsg similarity model.bsg queen --positive king woman --negative man";

struct MeasuredScore {
  Measure measure;
  Score score;
};

std::string notes() {
  return fmt::format(kNotes, measure_names(&MeasureDescription::needs_variances, false),
                     kLowerBoundDeviations, measure_names(&MeasureDescription::unit_length));
}

std::string points_note() {
  return fmt::format(
      "This model holds points, no densities: scores have no confidence, and the measures {} do "
      "not exist.\n",
      measure_names(&MeasureDescription::needs_variances));
}

/// The left side of the question; the right side is the last word.
Composition left_side(const QueryArguments& given) {
  return given.composed() ? given.composition : Composition{{given.words.front()}, {}};
}

/// Of both sides.
Composition all_words(const QueryArguments& given) {
  Composition all = left_side(given);
  all.positive.push_back(given.words.back());
  return all;
}

Score ask(const Model& model, const QueryArguments& given, Measure measure) {
  QueryOptions options = given.options();
  options.measure = measure;
  const Query query(model, options);
  const std::string& word = given.words.back();
  return given.composed() ? query.similarity(given.composition, word)
                          : query.similarity(given.words.front(), word);
}

std::string number(double value) {
  return fmt::format("{:.4f}", value);
}

Table density_table(const std::vector<MeasuredScore>& scores, Columns columns) {
  Table table;
  table.add_column("measure", Table::Align::left);
  table.add_column("score");
  table.add_column("+-");
  if (columns == Columns::all) {
    for (const char* heading :
         {"at least", "expected cosine", "its +-", "product mean", "product variance"}) {
      table.add_column(heading);
    }
  }
  for (const auto& [measure, score] : scores) {
    const MeasureDescription& described = describe(measure);
    std::vector<std::string> cells = {std::string(described.name), number(score.value),
                                      number(score.deviation)};
    if (columns == Columns::all) {
      const bool cosine = described.is_cosine;
      cells.insert(cells.end(), {number(score.lower), cosine ? number(score.cosine_mean) : "",
                                 cosine ? number(score.cosine_deviation) : "",
                                 number(score.product_mean), number(score.product_variance)});
    }
    table.add_row(std::move(cells));
  }
  return table;
}

Table point_table(const std::vector<MeasuredScore>& scores, Columns columns) {
  Table table;
  table.add_column("measure", Table::Align::left);
  table.add_column("score");
  if (columns == Columns::all) table.add_column("product");
  for (const auto& [measure, score] : scores) {
    std::vector<std::string> cells = {std::string(describe(measure).name), number(score.value)};
    if (columns == Columns::all) cells.push_back(number(score.product_mean));
    table.add_row(std::move(cells));
  }
  return table;
}

void print_table(const QueryArguments& given, const Model& model,
                 const std::vector<MeasuredScore>& scores) {
  const bool densities = model.has_variances();
  const std::string left = given.composed() ? composition_title(given.composition)
                                            : word_title(model, given.words.front());
  write_standard_output(fmt::format(
      "{} and {}\n{}{}{}", left, word_title(model, given.words.back()),
      guesses_note(model, guessed_words(model, all_words(given))),
      (densities ? density_table(scores, given.columns) : point_table(scores, given.columns))
          .text(),
      densities ? "" : points_note()));
}

void print_json(const QueryArguments& given, const Model& model,
                const std::vector<MeasuredScore>& scores) {
  Json json = json_head(given);
  json.erase("measure");
  const Composition left = left_side(given);
  json["positive"] = left.positive;
  json["negative"] = left.negative;
  json["word"] = given.words.back();
  json["guessed"] = guessed_words(model, all_words(given));
  json["scores"] = Json::array();
  for (const MeasuredScore& measured : scores) {
    Json entry;
    entry["measure"] = describe(measured.measure).name;
    entry.update(json_of(measured.score, model));
    json["scores"].push_back(entry);
  }
  write_standard_output(json_text(json));
}

}  // namespace

void run_similarity(const ArgumentList& arguments) {
  const std::string help = notes();
  Arguments parser({"similarity", "MODEL A B [OPTIONS]",
                    "How similar two words are, or a composed query and a word.", help});
  QueryArguments given;
  add_query_arguments(parser.app(), given,
                      "The two words A and B; with --positive or --negative only B.", "all");
  if (!parser.parse(arguments)) return;
  if (given.words.size() != (given.composed() ? 1 : 2)) {
    parser.refuse("give either two words, or one before --positive and --negative");
  }

  const Model model = open_model(given.model);
  std::vector<MeasuredScore> scores;
  for (const MeasureDescription& measure : measure_table()) {
    if (given.measure.value_or(measure.value) != measure.value) continue;
    if (!given.measure && measure.needs_variances && !model.has_variances()) continue;
    scores.push_back({measure.value, ask(model, given, measure.value)});
  }
  given.json ? print_json(given, model, scores) : print_table(given, model, scores);
}

}  // namespace bsg::cli
