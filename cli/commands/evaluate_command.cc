#include <fmt/format.h>

#include "bsg/evaluate.h"
#include "bsg/held_out.h"
#include "bsg/import.h"
#include "cli/arguments/judged_baskets.h"
#include "cli/arguments/query_arguments.h"
#include "cli/commands/command.h"
#include "cli/interruption.h"
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
    "Texts that the model was not trained on (--text) are judged by the mean log-likelihood of "
    "their\n"
    "pairs of words against noise, each with its N negatives, in nats: with the densities "
    "integrated\n"
    "out, by the means alone, and by the frequencies of words alone.\n"
    "Recommendations (--baskets): what a user is known to have is folded in, all other items are "
    "ranked,\n"
    "and the held-out ones should come first. Among the first 10, 20 and 100: HR (users with a "
    "hit),\n"
    "recall, NDCG, MRR, each the mean over users x 100 with half of its 95 % confidence interval, "
    "and the\n"
    "share of all items that anybody gets. Items of one score take each other's ranks with equal "
    "probability.\n"
    "JSON keys: model, measure, representation, rank, oov, similarity: [{file, name, score, used, "
    "skipped,\n"
    "guessed}], analogy: [{file, name, raw, score, right, used, skipped, guessed, groups: [{name,\n"
    "score, right, used, skipped, guessed}], coverage: {order_probability: {25, 50, 75, 100, "
    "area},\n"
    "cosine: {...}, margin: {...}, count: {...}}}],\n"
    "held_out (null without --text): {files, tokens, left_out_tokens, left_out_words, "
    "positive_pairs,\n"
    "negatives, integrated: {mean, error}, points: {...}, gain: {...}, frequencies: {...}},\n"
    "baskets (null without --baskets): {file, train, rank, users, items, known_items, "
    "held_out_items,\n"
    "unknown_known, unknown_held_out, ease_penalty, ease_penalty_chosen, left_out: [{method, "
    "reason}],\n"
    "methods: [{method, first: {10: {hit_rate: {mean, error}, recall, ndcg, mrr, coverage}, 20, "
    "100},\n"
    "thirds: {popular: {users, items, hit_rate, ndcg}, middle, rare}}]}\n"
    "\nExamples:\n"
    "  bsg evaluate model.bsg --similarity wordsim353.txt men.txt --analogy questions-words.txt\n"
    "  bsg evaluate vectors.bin --similarity simlex999.txt --json\n"
    "  bsg evaluate model.bsg --text held-out.txt\n"
    "  bsg evaluate model.bsg --baskets test.txt --train train.txt";

struct EvaluationRequest {
  std::string model;
  std::vector<std::string> similarity, analogy, texts;
  BasketsRequest baskets;
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
  app.add_option("--text", request.texts,
                 "Text that the model was not trained on, in the form of its own; plain, gzip or "
                 "zstd; - is standard input.")
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
  add_baskets(app, request.baskets);
  add_json(app, request.json);
}

JudgedBaskets judge_baskets(const Model& model, const BasketsRequest& request,
                            const std::vector<TestBasket>& test) {
  std::vector<Basket> train;
  if (!request.train.empty()) train = read_baskets_as(model, request.train);
  const Interruption interruption;
  return {*request.test, request.train, request.options.rank,
          evaluate_baskets(model, test, train, request.options, interruption.stop())};
}

/// All sets are read before the first is judged, so that a damaged file costs no time.
Evaluation evaluate(const EvaluationRequest& request) {
  std::vector<SimilaritySet> similarity;
  for (const std::string& file : request.similarity)
    similarity.push_back(read_similarity_set(file));
  std::vector<AnalogySet> analogy;
  for (const std::string& file : request.analogy) analogy.push_back(read_analogy_set(file));
  std::vector<TestBasket> baskets;
  if (request.baskets.test) baskets = read_test_baskets(*request.baskets.test);

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
  if (!request.texts.empty()) {
    const Interruption interruption;
    evaluation.held_out = {request.texts,
                           evaluate_held_out(model, {.texts = request.texts}, interruption.stop())};
  }
  if (request.baskets.test) evaluation.baskets = judge_baskets(model, request.baskets, baskets);
  return evaluation;
}

bool has_benchmarks(const EvaluationRequest& request) {
  return !request.similarity.empty() || !request.analogy.empty();
}

/// What is about benchmarks alone.
void refuse_without_benchmarks(const Arguments& parser, const CLI::App& app) {
  for (const char* option : {"--measure", "--representation", "--rank", "--raw", "--oov"}) {
    if (app.count(option) == 0) continue;
    parser.refuse(fmt::format(
        "option {} has no effect without --similarity or --analogy; leave it out", option));
  }
}

}  // namespace

void run_evaluate(const ArgumentList& arguments) {
  Arguments parser(
      {"evaluate",
       "MODEL --similarity FILE... --analogy FILE... --text FILE... --baskets FILE [OPTIONS]",
       "How well a model does on benchmarks of word similarity and word analogy, on new text, and "
       "in recommending.",
       kNotes});
  EvaluationRequest request;
  add_arguments(parser.app(), request);
  if (!parser.parse(arguments)) return;
  if (!has_benchmarks(request)) {
    if (request.texts.empty() && !request.baskets.test) {
      parser.refuse("give at least one file with --similarity, --analogy or --text, or --baskets");
    }
    refuse_without_benchmarks(parser, parser.app());
  }
  if (!request.baskets.test) refuse_without_baskets(parser, parser.app());
  if (request.raw && !describe(request.options().measure).unit_length) {
    parser.refuse(fmt::format("--raw is about the {}: the other measures take means as they are",
                              measure_names(&MeasureDescription::unit_length)));
  }
  const Evaluation evaluation = evaluate(request);
  write_standard_output(request.json ? evaluation_json(evaluation) : evaluation_text(evaluation));
}

}  // namespace bsg::cli
