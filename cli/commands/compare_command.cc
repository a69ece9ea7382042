#include <fmt/format.h>

#include <string>

#include "bsg/compare.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/query_arguments.h"
#include "cli/commands/command.h"
#include "cli/interruption.h"
#include "cli/reports/changed_words.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kNotes =
    "Each word is learned anew from each text. Both texts are read through the model's contexts, "
    "which\n"
    "stay fixed, so the two results can be compared as they are. Use a model that was trained on "
    "both\n"
    "texts, or on a larger one of the same kind, but not on one of the two only, which would "
    "report\n"
    "too many changes.\n"
    "Columns, the surest changes first:\n"
    "  distance   1 - cosine of the word in A and in B (for vectors of one length), without what "
    "chance\n"
    "             adds: 0 on average for a word that did not change\n"
    "  +-         its standard deviation\n"
    "  z          how far that is beyond chance, in standard deviations of a word that did not "
    "change\n"
    "  P(> 0.1)   probability that the true distance is above the threshold\n"
    "  FDR        false-discovery rate: keep the words up to 0.05, and expect 5 % of them to be "
    "unchanged\n"
    "  count      occurrences in each text\n"
    "Below each word: its closest words in A -> its closest words in B.\n"
    "JSON keys: model, texts, threshold, compared, words: [{word, count_a, count_b, distance, "
    "deviation,\n"
    "z, probability, false_discovery_rate, neighbors_a, neighbors_b}]\n"
    "\nExamples:\n"
    "  bsg train 1990s.txt 2010s.txt -o both.bsg\n"
    "  bsg compare both.bsg 1990s.txt 2010s.txt -k 20";

struct Request {
  std::string model, a, b;
  ComparisonOptions options;
  std::size_t answers = 50;
  bool json = false;
};

void add_arguments(CLI::App& app, Request& request) {
  add_model(app, request.model);
  app.add_option(
         "A", request.a,
         "The first text, in the form that the model was trained on; plain, gzip or zstd; - is "
         "standard input.")
      ->required();
  app.add_option("B", request.b, "The second text, in the same form.")->required();
  add_answer_count(app, request.answers, 50, "How many words to list.");
  app.add_option(
         "--threshold", request.options.threshold,
         "Show the probability of a distance above this. [a number from 0 to 2; default 0.1]")
      ->type_name("NUMBER");
  add_min_count(app, request.options.min_count,
                "Leave out words with fewer occurrences than this in A or in B. [a whole number "
                "from 1 up; default 50]");
  add_json(app, request.json);
}

TextComparison compare(const Model& model, const Request& request) {
  const Interruption interruption;
  return compare_texts(model, {.texts = {request.a}}, {.texts = {request.b}}, request.options,
                       interruption.stop());
}

}  // namespace

void run_compare(const ArgumentList& arguments) {
  Arguments parser({"compare", "MODEL A B [-k 50] [OPTIONS]",
                    "Which words are used differently in two texts.", kNotes});
  Request request;
  add_arguments(parser.app(), request);
  if (!parser.parse(arguments)) return;

  const Model model = Model::load(request.model);
  const TextComparison comparison = compare(model, request);
  const ComparedFiles files{request.model, request.a, request.b, request.options.threshold};
  write_standard_output(request.json
                            ? changed_words_json(files, model, comparison, request.answers)
                            : changed_words_text(files, model, comparison, request.answers));
}

}  // namespace bsg::cli
