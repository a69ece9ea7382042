#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "bsg/files.h"
#include "bsg/infer.h"
#include "bsg/query.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/query_arguments.h"
#include "cli/arguments/refuse_same_file.h"
#include "cli/commands/command.h"
#include "cli/interruption.h"
#include "cli/reports/inferred_words.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kNotes =
    R"(The model's contexts stay as they are, and each word follows from them in closed form: two lines
give a wide density, two thousand a narrow one. Spelling counts too, where the model knows it.
With -o the words join the model, and all else in it stays the same to the byte. They are then
asked for like any other as targets, but are no answers where contexts are compared. To learn both
sides of new words, run bsg update on the original model, not on the one that infer wrote.

Columns: occurrences in the text; evidence, the words around them that counted (frequent and far
ones count less than 1); the standard deviation on an axis, on average; and the closest words of
the model.
JSON keys: model, words: [{word, count, evidence, mean, variance, answers}], the answers as in bsg
neighbors.

Examples:
  bsg infer model.bsg new-lines.txt
  bsg infer model.bsg new-lines.txt --words covid brexit -o larger.bsg)";

struct Request {
  std::string model;
  InferenceInput input;
  std::optional<std::string> output;
  std::size_t answers = 5;
  bool json = false;
  bool quiet = false;
};

void add_arguments(CLI::App& app, Request& request) {
  add_model(app, request.model);
  app.add_option(
         "TEXT", request.input.texts,
         "Text with the words in it, in the form that the model was trained on; plain, gzip "
         "or zstd; - is standard input.")
      ->required();
  app.add_option("--words", request.input.words,
                 "The words to infer. Without it, all that the model does not have.")
      ->type_name("WORD...");
  add_min_count(app, request.input.min_count,
                "Without --words: leave out words with fewer occurrences. [a whole number from 1 "
                "up; default 1]");
  app.add_option("-o,--output", request.output, "Write the model with these words in it.")
      ->type_name("MODEL2");
  add_answer_count(app, request.answers, 5, "How many neighbors to list for each word.");
  add_json(app, request.json);
  app.add_flag("--quiet", request.quiet, "With -o: print nothing.")->group("General");
}

/// Nothing is inferred that could not be written.
void check_output(Request& request) {
  if (!request.output) return;
  request.output = output_path(*request.output);
  refuse_same_file("--output", *request.output, request.model, "the model to infer from");
  for (const std::string& text : request.input.texts) {
    if (text != "-") refuse_same_file("--output", *request.output, text, "a text to infer from");
  }
  check_writable(*request.output);
}

std::vector<InferredWord> infer(const Model& model, const InferenceInput& input) {
  const Interruption interruption;
  return TargetInference(model).words(input, interruption.stop());
}

}  // namespace

void run_infer(const ArgumentList& arguments) {
  Arguments parser({"infer", "MODEL TEXT... [--words WORD...] [-o MODEL2] [OPTIONS]",
                    "Densities of words that a model does not have, from lines they appear in.",
                    kNotes});
  Request request;
  add_arguments(parser.app(), request);
  if (!parser.parse(arguments)) return;
  if (request.quiet && !request.output) parser.refuse("--quiet needs --output");
  if (!request.input.words.empty() && parser.app().count("--min-count") > 0) {
    parser.refuse("option --min-count has no effect with --words; leave out one of them");
  }
  check_output(request);

  const Model model = Model::load(request.model);
  const std::vector<InferredWord> words = infer(model, request.input);
  if (request.output) add_words(model, words).save(*request.output);
  if (!request.quiet) {
    write_standard_output(request.json
                              ? inferred_words_json(request.model, model, words, request.answers)
                              : inferred_words_text(model, words, request.answers));
  }
}

}  // namespace bsg::cli
