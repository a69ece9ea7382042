#include "cli/arguments/training_files.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "bsg/checkpoint.h"
#include "bsg/error.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

/// Where the model goes there is room for scratch files too; empty where it goes to no folder.
std::string folder_of_model(const std::filesystem::path& output) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(output, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return {};
  return output.has_parent_path() ? output.parent_path().string() : ".";
}

}  // namespace

void add_texts_and_outputs(CLI::App& app, GivenFiles& given) {
  app.add_option("TEXT", given.input.texts,
                 "Text with one sentence (or basket) a line, or a table (--input-format); plain, "
                 "gzip or zstd; "
                 "- is standard input.");
  app.add_option("-o,--output", given.output,
                 "Where to write the model; - is standard output. Required.")
      ->type_name("MODEL")
      ->group("Files");
  app.add_option(
         "--keep-posterior", given.input.keep_posterior,
         "Also write the full posterior, for the next bsg update: about 4 m (m + 4) bytes a word "
         "(1.2 GB for 30,000 words at m = 100).")
      ->type_name("FILE")
      ->group("Files");
  app.add_option("--save-vocabulary", given.input.save_vocabulary,
                 "Write the vocabulary of the model, as word TAB count; - is standard output.")
      ->type_name("FILE")
      ->group("Files");
}

void add_checkpoints(CLI::App& app, GivenFiles& given) {
  CLI::Option* const checkpoint =
      app.add_option(
             "--checkpoint", given.input.checkpoint.folder,
             "Keep checkpoints in this folder, for --resume, however the training is stopped. "
             "They are removed once the model is written.")
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
         "Resume from the checkpoint in this folder. Texts, options and the output are known "
         "from it; given again, they must agree, except for where outputs go, --threads, --memory, "
         "--scratch and --checkpoint-every. A file that it reads may have moved: give its new "
         "place.")
      ->type_name("FOLDER")
      ->excludes(checkpoint)
      ->group("Checkpoints");
}

TrainingRequest begin_training(GivenFiles given, TrainingOptions options, const Arguments& parser) {
  if (given.input.texts.empty()) parser.refuse("TEXT is required");
  if (!given.output) parser.refuse("--output is required");
  if (given.every && given.input.checkpoint.folder.empty()) {
    parser.refuse("--checkpoint-every needs --checkpoint or --resume");
  }
  return {.input = std::move(given.input), .options = std::move(options)};
}

namespace {

/// What a checkpoint needs and does not have. Throws CheckpointError.
void refuse_missing_parts(const SavedRun& saved, const GivenFiles& given) {
  if (saved.in_memory) {
    throw CheckpointError(
        fmt::format("the checkpoint in '{}' is of sentences in memory: resume where they are, in "
                    "Python with bsg.resume",
                    *given.resume));
  }
  if (saved.missing_base.empty() || given.input.base) return;
  throw CheckpointError(
      fmt::format("the checkpoint in '{}' is of an update of a model that has to be given again "
                  "({}): bsg update MODEL --resume {}",
                  *given.resume, saved.missing_base, *given.resume));
}

/// The model that is updated, where it is given again; its posterior need not be.
void take_base(TrainingInput& input, const SavedRun& saved, GivenFiles& given) {
  if (given.input.base) input.base = std::move(given.input.base);
  if (!input.base) return;
  if (given.posterior) {
    input.base->posterior = given.posterior;
  } else if (!input.base->posterior) {
    input.base->posterior = saved.posterior;
  }
}

}  // namespace

TrainingRequest resume_training(GivenFiles given, const TrainingOptionArguments& options) {
  const SavedRun saved = read_checkpoint(*given.resume);
  refuse_missing_parts(saved, given);
  TrainingRequest request{.input = saved.input, .options = options.options(saved.options)};
  TrainingInput& input = request.input;
  take_base(input, saved, given);
  if (!given.input.texts.empty()) input.texts = std::move(given.input.texts);
  if (given.input.vocabulary) input.vocabulary = given.input.vocabulary;
  if (given.input.features) input.features = given.input.features;
  if (given.input.keep_posterior) input.keep_posterior = given.input.keep_posterior;
  if (given.input.save_draws) input.save_draws = given.input.save_draws;
  if (given.input.save_vocabulary) input.save_vocabulary = given.input.save_vocabulary;
  if (!input.output && !given.output) {
    throw OptionError(
        "option --output: the checkpoint does not know where the model goes; give it");
  }
  return request;
}

void settle_outputs(TrainingRequest& request, const GivenFiles& given) {
  TrainingInput& input = request.input;
  if (given.output) input.output = output_path(*given.output);
  if (given.every) input.checkpoint.every = *given.every;
  if (request.options.memory.scratch.empty()) {
    request.options.memory.scratch = folder_of_model(*input.output);
  }
  if (input.keep_posterior) input.keep_posterior = output_path(*input.keep_posterior);
  if (input.save_draws) input.save_draws = output_path(*input.save_draws);
  if (input.save_vocabulary) input.save_vocabulary = output_path(*input.save_vocabulary);
}

}  // namespace bsg::cli
