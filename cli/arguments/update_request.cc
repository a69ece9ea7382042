#include "cli/arguments/update_request.h"

#include <string>
#include <utility>

#include "cli/arguments/arguments.h"
#include "cli/arguments/training_files.h"
#include "cli/arguments/training_options.h"

namespace bsg::cli {
namespace {

constexpr CommandText kText{
    "update", "MODEL TEXT... -o MODEL2 [OPTIONS]\n       bsg update --resume FOLDER [OPTIONS]",
    "Learns from new text what a model does not know yet; what it knows is the prior.",
    "Words that the new text does not have keep their densities to the byte, and all stay in the\n"
    "model's axes, so that vectors and indexes of before can be used beside those of after. Words\n"
    "that the model does not have join it. The time follows the new text, not the old one.\n"
    "Options are the model's own; --iterations and --burn-in are a quarter of them, and new words need\n"
    "to occur five times unless --min-count says otherwise. --vocabulary-size limits new words.\n"
    "Give --posterior what bsg train --keep-posterior wrote: without it, the model's variances "
    "stand in\n"
    "for the posterior, and how the dimensions of a word vary together is lost.\n"
    "\nExample:\n"
    "  bsg train old.txt -o old.bsg --keep-posterior old.posterior\n"
    "  bsg update old.bsg --posterior old.posterior new.txt -o new.bsg --keep-posterior "
    "new.posterior"};

}  // namespace

std::optional<TrainingRequest> parse_update_request(const ArgumentList& arguments) {
  Arguments parser(kText);
  CLI::App& app = parser.app();
  GivenFiles given;
  std::optional<std::string> model, posterior;
  bool quiet = false;
  app.add_option("MODEL", model, "The model to update.");
  add_texts_and_outputs(app, given);
  app.add_option("--posterior", posterior, "What --keep-posterior wrote beside MODEL.")
      ->type_name("FILE")
      ->group("Files");
  const TrainingOptionArguments options(app, update_option_table());
  bool keep_axes = true;
  app.add_flag("--keep-axes", keep_axes, "Keep the model's axes. This is the default.")
      ->group("Update")
      ->excludes("--new-axes");
  add_checkpoints(app, given);
  app.add_flag("--quiet", quiet, "Print neither progress nor a report.")->group("General");
  if (!parser.parse(arguments)) return std::nullopt;
  parser.refuse_values_of_flags(arguments);
  if (!model && !given.resume) parser.refuse("MODEL is required");
  if (model) given.input.base = BaseModel{Model::load(*model), *model, posterior};

  TrainingRequest request =
      given.resume
          ? resume_training(given, options)
          : begin_training(given, options.options(update_options(given.input.base->model)), parser);
  request.quiet = quiet;
  settle_outputs(request, given);
  return request;
}

}  // namespace bsg::cli
