#include <fmt/format.h>

#include <system_error>

#include "bsg/error.h"
#include "bsg/export.h"
#include "bsg/import.h"
#include "cli/arguments/query_arguments.h"
#include "cli/arguments/same_file.h"
#include "cli/commands/command.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kNotes =
    "tensorboard writes two files, the vectors and beside them the words.\n"
    "\nExamples:\n"
    "  bsg export model.bsg -o vectors.txt\n"
    "  bsg export model.bsg -o vectors.bin --format word2vec-binary --representation sum\n"
    "  bsg export model.bsg -o - | gzip > vectors.txt.gz";

constexpr std::array<Choice<ExportFormat>, 3> kFormats{{
    {"word2vec-text", ExportFormat::word2vec_text},
    {"word2vec-binary", ExportFormat::word2vec_binary},
    {"tensorboard", ExportFormat::tensorboard},
}};

constexpr std::array<Choice<ExportWhat>, 2> kWhats{{
    {"mean", ExportWhat::mean},
    {"variance", ExportWhat::variance},
}};

/// A word has one density here, so target-context, which has two, is left out.
constexpr std::span kExportable = std::span(kRepresentations).first<4>();

/// Beside standard output there is no place for a second file.
void check_output(const std::string& model, const std::string& output, ExportFormat format) {
  refuse_same_file("--output", output, model, "the model to export");
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
  bool quiet = false;
  ExportOptions options;
  add_vectors(app, model);
  app.add_option("-o,--output", output, "Where to write; - is standard output. Required.")
      ->type_name("FILE")
      ->required();
  add_choice<ExportFormat>(app, "--format", options.format, kFormats,
                           "The format. [default word2vec-text]");
  add_choice<ExportWhat>(app, "--what", options.what, kWhats,
                         "The densities' means or variances. [default mean]");
  add_choice<Representation>(app, "--representation", options.representation, kExportable,
                             "Which density stands for a word. [default target]");
  app.add_flag("--quiet", quiet, "Do not say what was written.")->group("General");
  if (!parser.parse(arguments)) return;

  output = output_path(output);
  check_output(model, output, options.format);
  for (const auto& file : write_vectors(open_model(model), output, options)) {
    if (!quiet && file != kStandardOutput)
      write_standard_error(fmt::format("wrote {}\n", file.string()));
  }
}

}  // namespace bsg::cli
