#include <fmt/format.h>

#include "bsg/evaluate.h"
#include "bsg/import.h"
#include "cli/arguments/query_arguments.h"
#include "cli/commands/command.h"
#include "cli/reports/evaluation_report.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kNotes =
    "Similarity files: lines of two words and a rating, by tabs, commas or spaces, with or without "
    "a\n"
    "header; WordSim353, SCWS, Rare Words, MEN and SimLex-999 as their publishers left them.\n"
    "Analogy files: lines of four words, in groups that begin with \": name\".\n"
    "Words are looked up in lower case if all words of the model are; what has an unknown word is\n"
    "skipped and counted. The score of similarity is Spearman's rank correlation x 100, that of\n"
    "analogies the per cent of questions answered right by the best of all other words, b - a + c\n"
    "with means of unit length. The last table withholds the least sure answers: per cent right "
    "among\n"
    "the surest 25, 50, 75 and 100 per cent, and the mean over all coverages, where sureness is\n"
    "the probability that the best answer beats the second, the cosine of the best answer, the "
    "margin\n"
    "by which its score exceeds the second's, or the count of the rarest of the four words.\n"
    "JSON keys: model, measure, representation, rank, oov, similarity: [{file, name, score, used, "
    "skipped,\n"
    "guessed}], analogy: [{file, name, raw, score, right, used, skipped, guessed, groups: [{name,\n"
    "score, right, used, skipped, guessed}], coverage: {order_probability: {25, 50, 75, 100, "
    "area},\n"
    "cosine: {...}, margin: {...}, count: {...}}}]\n"
    "\nExamples:\n"
    "  bsg evaluate model.bsg --similarity wordsim353.txt men.txt --analogy questions-words.txt\n"
    "  bsg evaluate vectors.bin --similarity simlex999.txt --json";

struct EvaluationRequest {
  std::string model;
  std::vector<std::string> similarity, analogy;
  std::optional<Measure> measure;
  Representation representation = Representation::target;
  bool raw = false;
  bool oov = false;
  std::optional<Rank> rank;
  bool json = false;

  [[nodiscard]] QueryOptions options() const {
    return {.measure = measure.value_or(QueryOptions().measure),
            .representation = representation,
            .known_only = !oov,
            .rank = rank.value_or(Rank::mean)};
  }
};

void add_arguments(CLI::App& app, EvaluationRequest& request) {
  add_vectors(app, request.model);
  app.add_option("--similarity", request.similarity, "Rated pairs of words.")->type_name("FILE...");
  app.add_option("--analogy", request.analogy, "Questions: a is to b as c is to d.")
      ->type_name("FILE...");
  add_measure(app, request.measure, default_measure());
  add_representation(app, request.representation);
  add_rank(app, request.rank, describe(Rank::mean).name);
  app.add_flag("--raw", request.raw,
               "Also answer the analogies with means as they are, not brought to unit length.");
  app.add_flag("--oov", request.oov,
               "Judge words outside the vocabulary, too, by the densities that the model guesses "
               "from their spelling, and count the pairs and questions that have one. "
               "Without it they are skipped.");
  add_json(app, request.json);
}

/// All sets are read before the first is judged, so that a damaged file costs no time.
Evaluation evaluate(const EvaluationRequest& request) {
  std::vector<SimilaritySet> similarity;
  for (const std::string& file : request.similarity)
    similarity.push_back(read_similarity_set(file));
  std::vector<AnalogySet> analogy;
  for (const std::string& file : request.analogy) analogy.push_back(read_analogy_set(file));

  const Model model = open_model(request.model);
  if (request.oov) check_guesses(model);
  QueryOptions options = request.options();
  Evaluation evaluation{.model = request.model, .options = options};
  for (std::size_t k = 0; k < similarity.size(); ++k) {
    evaluation.similarity.push_back(
        {request.similarity[k], evaluate_similarity(model, similarity[k], options)});
  }
  for (std::size_t k = 0; k < analogy.size(); ++k) {
    for (const bool raw : {false, true}) {
      if (raw && !request.raw) continue;
      options.raw = raw;
      evaluation.analogy.push_back(
          {request.analogy[k], raw, evaluate_analogies(model, analogy[k], options)});
    }
  }
  return evaluation;
}

}  // namespace

void run_evaluate(const ArgumentList& arguments) {
  Arguments parser({"evaluate", "MODEL --similarity FILE... --analogy FILE... [OPTIONS]",
                    "How well a model does on benchmarks of word similarity and word analogy.",
                    kNotes});
  EvaluationRequest request;
  add_arguments(parser.app(), request);
  if (!parser.parse(arguments)) return;
  if (request.similarity.empty() && request.analogy.empty()) {
    parser.refuse("give at least one file with --similarity or --analogy");
  }
  if (request.raw && !describe(request.options().measure).unit_length) {
    parser.refuse(fmt::format("--raw is about the {}: the other measures take means as they are",
                              measure_names(&MeasureDescription::unit_length)));
  }
  const Evaluation evaluation = evaluate(request);
  write_standard_output(request.json ? evaluation_json(evaluation) : evaluation_text(evaluation));
}

}  // namespace bsg::cli
