#include "cli/arguments/training_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "bsg/checkpoint.h"
#include "bsg/error.h"
#include "bsg/files.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/same_file.h"
#include "cli/arguments/training_options.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr CommandText kText{
    "train", "TEXT... -o MODEL [OPTIONS]\n       bsg train --resume FOLDER [OPTIONS]",
    "Learns a Gaussian density for every word of a text, or for every item of baskets (--sets).",
    "The same text, options and seed give the same model, byte for byte, on any number of "
    "threads,\n"
    "within one instruction set (bsg --version shows it). --method skipgram, the baseline, learns "
    "points\n"
    "instead of densities; its threads change vectors without waiting for each other, so that "
    "only\n"
    "--threads 1 gives the same model each time.\n"
    "With --checkpoint, a training that is killed at any moment and resumed gives that model too; "
    "on\n"
    "Ctrl-C (SIGINT) and SIGTERM it ends the iteration at hand, keeps it, and says how to go on.\n"
    "\nExample:\n"
    "  bsg train corpus.txt more.txt.gz -o model.bsg --dimension 60 --vocabulary-size 20000"};

void refuse_overwriting(std::string_view option, const std::filesystem::path& output,
                        const TrainingInput& input) {
  for (const std::string& text : input.texts) {
    refuse_same_file(option, output, text == "-" ? "/dev/stdin" : text, "a text to train on");
  }
  if (input.vocabulary) {
    refuse_same_file(option, output, *input.vocabulary, "the vocabulary to use");
  }
  if (input.features) refuse_same_file(option, output, *input.features, "the features to use");
}

/// Where the model goes there is room for scratch files too; empty where it goes to no folder.
std::string folder_of_model(const std::filesystem::path& output) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(output, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return {};
  return output.has_parent_path() ? output.parent_path().string() : ".";
}

/// What is given of the files and of checkpoints.
struct GivenFiles {
  TrainingInput input;
  std::optional<std::string> output;
  std::optional<std::string> resume;
  std::optional<std::uint32_t> every;
};

void add_files(CLI::App& app, GivenFiles& given) {
  app.add_option("-o,--output", given.output,
                 "Where to write the model; - is standard output. Required.")
      ->type_name("MODEL")
      ->group("Files");
  app.add_option("--vocabulary", given.input.vocabulary,
                 "Use these words (lines of word, or word TAB count) instead of the text's own.")
      ->type_name("FILE")
      ->group("Files");
  app.add_option("--features", given.input.features,
                 "Tags of words or items to learn from, too: lines of word TAB tag tag ... Items "
                 "that the text does not have get a density from their tags.")
      ->type_name("FILE")
      ->group("Files");
  app.add_option("--save-vocabulary", given.input.save_vocabulary,
                 "Write the vocabulary that was used, as word TAB count; - is standard output.")
      ->type_name("FILE")
      ->group("Files");
}

void add_checkpoints(CLI::App& app, GivenFiles& given) {
  CLI::Option* const checkpoint =
      app.add_option("--checkpoint", given.input.checkpoint.folder,
                     "Keep in this folder what --resume can go on from, however the training is "
                     "stopped. It is empty again once the model is written.")
          ->type_name("FOLDER")
          ->group("Checkpoints");
  app.add_option(
         "--checkpoint-every", given.every,
         "Iterations from one checkpoint to the next. [a whole number from 1 up; default 1]")
      ->type_name("INTEGER")
      ->check(CLI::Range(std::uint32_t{1}, std::numeric_limits<std::uint32_t>::max())
                  .description(""))  // the sentence above says it
      ->group("Checkpoints");
  app.add_option(
         "--resume", given.resume,
         "Go on from the checkpoint in this folder. Texts, options and the output are known "
         "from it; given again, they have to agree, except for -o, --threads, --memory, "
         "--scratch and --checkpoint-every. A text may have moved.")
      ->type_name("FOLDER")
      ->excludes(checkpoint)
      ->group("Checkpoints");
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

TrainingRequest begin(GivenFiles given, const TrainingOptionArguments& options,
                      const Arguments& parser) {
  if (given.input.texts.empty()) parser.refuse("TEXT is required");
  if (!given.output) parser.refuse("--output is required");
  if (given.every && given.input.checkpoint.folder.empty()) {
    parser.refuse("--checkpoint-every needs --checkpoint or --resume");
  }
  return {.input = std::move(given.input), .options = options.options({})};
}

TrainingRequest resume(GivenFiles given, const TrainingOptionArguments& options) {
  const SavedRun saved = read_checkpoint(*given.resume);
  if (saved.in_memory) {
    throw CheckpointError(
        fmt::format("the checkpoint in '{}' is of sentences in memory: go on where they are, in "
                    "Python with bsg.resume",
                    *given.resume));
  }
  TrainingRequest request{.input = saved.input, .options = options.options(saved.options)};
  TrainingInput& input = request.input;
  if (!given.input.texts.empty()) input.texts = std::move(given.input.texts);
  if (given.input.vocabulary) input.vocabulary = given.input.vocabulary;
  if (given.input.features) input.features = given.input.features;
  if (given.input.save_vocabulary) input.save_vocabulary = given.input.save_vocabulary;
  if (input.checkpoint.output.empty() && !given.output) {
    throw OptionError(
        "option --output: the checkpoint does not know where the model goes; give it");
  }
  return request;
}

}  // namespace

std::optional<TrainingRequest> parse_training_request(const ArgumentList& arguments) {
  Arguments parser(kText);
  CLI::App& app = parser.app();
  GivenFiles given;
  bool quiet = false;
  app.add_option(
      "TEXT", given.input.texts,
      "Text with one sentence (or basket) a line; plain, gzip or zstd; - is standard input.");
  const TrainingOptionArguments options(app);
  add_files(app, given);
  add_checkpoints(app, given);
  app.add_flag("--quiet", quiet, "Print neither progress nor a report.")->group("General");
  if (!parser.parse(arguments)) return std::nullopt;
  parser.refuse_values_of_flags(arguments);

  TrainingRequest request = given.resume ? resume(given, options) : begin(given, options, parser);
  request.quiet = quiet;
  TrainingInput& input = request.input;
  refuse_sharing_standard_input(input, parser);
  if (input.vocabulary) options.refuse_choice_of_vocabulary(parser);
  if (given.output) input.checkpoint.output = output_path(*given.output);
  request.output = input.checkpoint.output;
  if (given.every) input.checkpoint.every = *given.every;
  if (request.options.memory.scratch.empty()) {
    request.options.memory.scratch = folder_of_model(request.output);
  }
  if (input.save_vocabulary) input.save_vocabulary = output_path(*input.save_vocabulary);
  return request;
}

void check_outputs(const TrainingRequest& request) {
  const std::optional<std::string>& vocabulary = request.input.save_vocabulary;
  refuse_overwriting("--output", request.output, request.input);
  check_writable(request.output);
  if (!vocabulary) return;
  refuse_overwriting("--save-vocabulary", *vocabulary, request.input);
  refuse_same_file("--save-vocabulary", *vocabulary, request.output, "where the model goes");
  if (request.output == kStandardOutput && *vocabulary == kStandardOutput) {
    throw OptionError(
        "option --save-vocabulary: standard output is also where the model goes; choose a file");
  }
  check_writable(*vocabulary);
}

}  // namespace bsg::cli
