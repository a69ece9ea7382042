#include "cli/arguments/update_request.h"

#include <string>
#include <utility>
#include <vector>

#include "cli/arguments/arguments.h"
#include "cli/arguments/training_files.h"
#include "cli/arguments/training_options.h"

namespace bsg::cli {
namespace {

constexpr CommandText kText{
    "update",
    "MODEL TEXT... -o MODEL2 [OPTIONS]\n       bsg update [MODEL TEXT...] --resume FOLDER "
    "[OPTIONS]",
    "Teaches a model new text and new words, without its old text.",
    "Give --posterior the file that bsg train --keep-posterior wrote. Without it the update "
    "starts\n"
    "from the model's variances, and how the dimensions of a word vary together is lost.\n"
    "\n"
    "Words of the new text move; all others keep their densities to the byte. Vectors stay in the\n"
    "model's axes, so vectors and indexes from before the update remain valid. (With --forget and\n"
    "--new-axes all words change.) Counts are added. The time depends on the length of the new "
    "text\n"
    "and on the size of the model, not on the length of the old text.\n"
    "Options that the model was trained with cannot change, except for those above. An option "
    "that\n"
    "is left out is that of the last update, or else the default; --forget and --new-axes always\n"
    "start from theirs.\n"
    "\nExample:\n"
    "  bsg train 2023.txt -o 2023.bsg --keep-posterior 2023.posterior\n"
    "  bsg update 2023.bsg 2024.txt --posterior 2023.posterior -o 2024.bsg \\\n"
    "      --keep-posterior 2024.posterior"};

/// Options that the model has decided are understood, so that their refusal can say why.
class DecidedOptions {
 public:
  explicit DecidedOptions(CLI::App& app) {
    for (const OptionDescription& option : option_table()) {
      if (option.in_update != InUpdate::as_trained) continue;
      const std::string name = "--" + std::string(option.name);
      CLI::Option* const hidden =
          option.kind == "flag" ? app.add_flag(name, flag_) : app.add_option(name, value_);
      options_.push_back(hidden->group(""));
    }
    for (const char* name : {"--vocabulary", "--features"}) {
      options_.push_back(app.add_option(name, value_)->group(""));
    }
  }

  /// Throws UsageError if one of them is given.
  void refuse(const Arguments& parser) const {
    for (const CLI::Option* option : options_) {
      if (option->count() == 0) continue;
      parser.refuse("option --" + option->get_lnames().front() +
                    ": the model has decided this, and an update cannot change it; leave it out, "
                    "or train a new model");
    }
  }

 private:
  bool flag_ = false;
  std::string value_;
  std::vector<CLI::Option*> options_;
};

}  // namespace

std::optional<TrainingRequest> parse_update_request(const ArgumentList& arguments) {
  Arguments parser(kText);
  CLI::App& app = parser.app();
  GivenFiles given;
  std::optional<std::string> model;
  bool quiet = false;
  app.add_option("MODEL", model, "The model to update.");
  add_texts_and_outputs(app, given);
  app.add_option("--posterior", given.posterior,
                 "The posterior that --keep-posterior wrote with MODEL.")
      ->type_name("FILE")
      ->group("Files");
  const TrainingOptionArguments options(app, update_option_table());
  const DecidedOptions decided(app);
  bool keep_axes = false;
  app.add_flag("--keep-axes", keep_axes, "Keep the model's axes: the default.")
      ->group("Update")
      ->excludes("--new-axes");
  add_checkpoints(app, given);
  app.add_flag("--quiet", quiet, "Print neither progress nor a report.")->group("General");
  if (!parser.parse(arguments)) return std::nullopt;
  parser.refuse_values_of_flags(arguments);
  decided.refuse(parser);
  if (!model && !given.resume) parser.refuse("MODEL is required");
  if (model) given.input.base = BaseModel{Model::load(*model), *model, given.posterior};

  TrainingRequest request =
      given.resume
          ? resume_training(given, options)
          : begin_training(given, options.options(update_options(given.input.base->model)), parser);
  if (keep_axes) request.options.update.new_axes = false;
  request.quiet = quiet;
  settle_outputs(request, given);
  return request;
}

}  // namespace bsg::cli
