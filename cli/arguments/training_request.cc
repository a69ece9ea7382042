#include "cli/arguments/training_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "bsg/error.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/training_files.h"
#include "cli/arguments/training_options.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr CommandText kText{
    "train", "TEXT... -o MODEL [OPTIONS]\n       bsg train --resume FOLDER [OPTIONS]",
    "Learns a Gaussian density for every word of a text, for every item of baskets (--sets), or "
    "for "
    "users\nand items, to recommend (--users).",
    "The same text, options and seed give the same model, byte for byte, on any number of "
    "threads,\n"
    "within one instruction set (bsg --version shows it). --method skipgram, the baseline, learns "
    "points\n"
    "instead of densities; its threads change vectors without waiting for each other, so that "
    "only\n"
    "--threads 1 gives the same model each time. --method gibbs draws from the exact posterior, "
    "for "
    "small\n"
    "vocabularies.\n"
    "With --checkpoint, a training that is killed at any moment and resumed gives that model too; "
    "on\n"
    "Ctrl-C (SIGINT) and SIGTERM it ends the iteration at hand, keeps it, and says how to resume.\n"
    "\nExample:\n"
    "  bsg train corpus.txt more.txt.gz -o model.bsg --dimension 60 --vocabulary-size 20000"};

void add_files(CLI::App& app, GivenFiles& given) {
  app.add_option("--vocabulary", given.input.vocabulary,
                 "Use these words (lines of word, or word TAB count) instead of the text's own.")
      ->type_name("FILE")
      ->group("Files");
  app.add_option("--save-draws", given.input.save_draws,
                 "Also write draws of all u and v, for what their means and variances do not tell: "
                 "a safetensors file with the tensors u and v, draws x words x m. See --thinning. "
                 "With --method gibbs.")
      ->type_name("FILE")
      ->group("Files");
  app.add_option("--features", given.input.features,
                 "Tags of words or items to learn from, too: lines of word TAB tag tag ... Items "
                 "that the text does not have get a density from their tags.")
      ->type_name("FILE")
      ->group("Files");
}

/// One input alone can be standard input, where nothing is left once it was read.
void refuse_sharing_standard_input(const TrainingInput& input, const Arguments& parser) {
  const bool texts = std::ranges::find(input.texts, "-") != input.texts.end();
  const bool vocabulary = input.vocabulary == "-", features = input.features == "-";
  if (int{texts} + int{vocabulary} + int{features} < 2) return;
  parser.refuse(fmt::format("standard input (-) cannot be both {} and {}; name a file for one",
                            texts ? "a TEXT" : "the file of --vocabulary",
                            features ? "the file of --features" : "the file of --vocabulary"));
}

}  // namespace

std::optional<TrainingRequest> parse_training_request(const ArgumentList& arguments) {
  Arguments parser(kText);
  CLI::App& app = parser.app();
  GivenFiles given;
  bool quiet = false;
  add_texts_and_outputs(app, given);
  const TrainingOptionArguments options(app, option_table());
  add_files(app, given);
  add_checkpoints(app, given);
  app.add_flag("--quiet", quiet, "Print neither progress nor a report.")->group("General");
  if (!parser.parse(arguments)) return std::nullopt;
  parser.refuse_values_of_flags(arguments);

  TrainingRequest request = given.resume ? resume_training(given, options)
                                         : begin_training(given, options.options({}), parser);
  request.quiet = quiet;
  TrainingInput& input = request.input;
  refuse_sharing_standard_input(input, parser);
  if (input.vocabulary) options.refuse_choice_of_vocabulary(parser);
  settle_outputs(request, given);
  return request;
}

}  // namespace bsg::cli
