#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <system_error>
#include <vector>

#include "bsg/error.h"
#include "bsg/export.h"
#include "bsg/import.h"
#include "bsg/representation.h"
#include "cli/arguments/query_arguments.h"
#include "cli/arguments/refuse_same_file.h"
#include "cli/commands/command.h"
#include "cli/reports/guesses.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kNotes =
    "tensorboard writes two files, the vectors and beside them the words.\n"
    "\nExamples:\n"
    "  bsg export model.bsg -o vectors.txt\n"
    "  bsg export model.bsg -o vectors.bin --format word2vec-binary --representation sum\n"
    "  bsg export model.bsg -o - | gzip > vectors.txt.gz";

/// Those of which a word has one vector.
std::vector<RepresentationDescription> exportable_representations() {
  std::vector<RepresentationDescription> result;
  std::ranges::copy_if(representation_table(), std::back_inserter(result),
                       &RepresentationDescription::has_vector);
  return result;
}

/// No input is overwritten, and beside standard output there is no place for a second file.
void check_output(const std::string& model, const std::optional<std::string>& words,
                  const std::string& output, ExportFormat format) {
  for (const std::filesystem::path& file : exported_files(output, format)) {
    refuse_same_file("--output", file, model, "the model to export");
    if (words) refuse_same_file("--output", file, *words, "the words to export");
  }
  if (format == ExportFormat::tensorboard && output == kStandardOutput) {
    throw OptionError(
        "option --output: tensorboard writes two files, which standard output cannot be; choose a "
        "file");
  }
}

std::vector<std::filesystem::path> write_vectors(const Model& model, const std::string& output,
                                                 const ExportOptions& options) {
  try {
    return export_vectors(model, output, options);
  } catch (const FileError& error) {
    if (error.code() == std::errc::broken_pipe) throw ReaderGone();
    throw;
  }
}

}  // namespace

void run_export(const ArgumentList& arguments) {
  Arguments parser({"export", "MODEL -o FILE [OPTIONS]",
                    "Writes the vectors for gensim, fastText, TensorBoard and others.", kNotes});
  CLI::App& app = parser.app();
  std::string model, output;
  std::optional<std::string> words;
  bool quiet = false;
  ExportOptions options;
  add_vectors(app, model);
  app.add_option("-o,--output", output, "Where to write; - is standard output. Required.")
      ->type_name("FILE")
      ->required();
  add_choice(app, "--format", options.format, export_formats(),
             "The format. [default word2vec-text]");
  add_choice(app, "--what", options.what, export_whats(),
             "The densities' means or variances. [default mean]");
  add_choice(app, "--representation", options.representation, exportable_representations(),
             "Which density stands for a word. [default target]");
  app.add_option("--words", words,
                 "Export these words, one a line, instead of all. A model trained with --subwords "
                 "guesses those outside its vocabulary; - is standard input.")
      ->type_name("FILE");
  add_known_only(app, options.known_only);
  app.add_flag("--quiet", quiet, "Do not say what was written.")->group("General");
  if (!parser.parse(arguments)) return;

  output = output_path(output);
  check_output(model, words, output, options.format);
  if (words) options.words = read_words(*words);
  const Model opened = open_model(model);
  const std::vector<std::filesystem::path> files = write_vectors(opened, output, options);
  if (quiet) return;
  for (const auto& file : files) {
    if (file != kStandardOutput) write_standard_error(fmt::format("wrote {}\n", file.string()));
  }
  if (options.words) write_standard_error(guesses_summary(guessed_words(opened, *options.words)));
}

}  // namespace bsg::cli
