#include "cli/training_request.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <string>
#include <string_view>

#include "bsg/error.h"
#include "bsg/files.h"
#include "cli/arguments.h"
#include "cli/same_file.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr CommandText kText{
    "train", "TEXT... -o MODEL [OPTIONS]",
    "Learns a Gaussian density for every word of a text, or for every item of baskets (--sets).",
    "The same text, options and seed give the same model, byte for byte, on any number of "
    "threads,\n"
    "within one instruction set (bsg --version shows it). --method skipgram, the baseline, learns "
    "points\n"
    "instead of densities; its threads change vectors without waiting for each other, so that "
    "only\n"
    "--threads 1 gives the same model each time.\n"
    "\nExample:\n"
    "  bsg train corpus.txt more.txt.gz -o model.bsg --dimension 60 --vocabulary-size 20000"};

std::string_view method_note(const OptionDescription& option) {
  if (!option.method) return {};
  return *option.method == Method::bsg ? " Not with --method skipgram."
                                       : " With --method skipgram.";
}

/// Choices are shown beside the name already, so that only numbers need their range; a default that
/// depends on other things is part of the meaning.
std::string help_of(const OptionDescription& option) {
  std::string meaning = fmt::format("{}{}", option.meaning, method_note(option));
  if (option.kind == "flag" || option.default_value.empty()) return meaning;
  if (option.kind != "INTEGER" && option.kind != "NUMBER" && option.kind != "SIZE") {
    return fmt::format("{} [default {}]", meaning, option.default_value);
  }
  return fmt::format("{} [{}; default {}]", meaning, option.range, option.default_value);
}

std::string group_of(const OptionDescription& option) {
  std::string group(option.stage);
  group.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(group.front())));
  return group;
}

/// The options of option_table() on a command line.
class TrainingOptionArguments {
 public:
  explicit TrainingOptionArguments(CLI::App& app) {
    for (const OptionDescription& option : option_table()) add(app, option);
  }

  CLI::Option* operator[](std::string_view name) const {
    return given_.at(std::string(name)).option;
  }

  /// The recipe first, then the exceptions to it.
  [[nodiscard]] TrainingOptions options() const {
    TrainingOptions result;
    apply("recipe", result);
    for (const OptionDescription& option : option_table()) {
      if (option.name != "recipe") apply(std::string(option.name), result);
    }
    for (const auto& [name, given] : given_) {
      if (given.option->count() > 0) check_applies(name, result.method);
    }
    check_options(result);
    return result;
  }

 private:
  struct Given {
    CLI::Option* option = nullptr;
    std::string value;
    bool flag = false;
  };

  void add(CLI::App& app, const OptionDescription& option) {
    Given& given = given_[std::string(option.name)];
    const std::string name = fmt::format("--{}", option.name);
    if (option.kind == "flag") {
      given.option = app.add_flag(name, given.flag, help_of(option));
    } else {
      given.option = app.add_option(name, given.value, help_of(option))
                         ->type_name(std::string(option.kind))
                         ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
    given.option->group(group_of(option));
  }

  void apply(const std::string& name, TrainingOptions& options) const {
    const Given& given = given_.at(name);
    if (given.option->count() == 0) return;
    const bool flag = given.option->get_items_expected_max() == 0;
    set_option(options, name, flag ? (given.flag ? "yes" : "no") : given.value);
  }

  std::map<std::string, Given> given_;
};

void refuse_overwriting(std::string_view option, const std::filesystem::path& output,
                        const TrainingInput& input) {
  for (const std::string& text : input.texts) {
    refuse_same_file(option, output, text == "-" ? "/dev/stdin" : text, "a text to train on");
  }
  if (input.vocabulary) {
    refuse_same_file(option, output, *input.vocabulary, "the vocabulary to use");
  }
}

/// Where the model goes there is room for scratch files too; empty where it goes to no folder.
std::string folder_of_model(const std::filesystem::path& output) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(output, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return {};
  return output.has_parent_path() ? output.parent_path().string() : ".";
}

}  // namespace

std::optional<TrainingRequest> parse_training_request(const ArgumentList& arguments) {
  Arguments parser(kText);
  CLI::App& app = parser.app();
  TrainingRequest request;
  TrainingInput& input = request.input;
  std::string output;
  app.add_option(
         "TEXT", input.texts,
         "Text with one sentence (or basket) a line; plain, gzip or zstd; - is standard input.")
      ->required();
  app.add_option("-o,--output", output, "Where to write the model; - is standard output. Required.")
      ->type_name("MODEL")
      ->required()
      ->group("Files");
  const TrainingOptionArguments options(app);
  app.add_option("--vocabulary", input.vocabulary,
                 "Use these words (lines of word, or word TAB count) instead of the text's own.")
      ->type_name("FILE")
      ->excludes(options["vocabulary-size"])
      ->excludes(options["min-count"])
      ->group("Files");
  app.add_option("--save-vocabulary", input.save_vocabulary,
                 "Write the vocabulary that was used, as word TAB count; - is standard output.")
      ->type_name("FILE")
      ->group("Files");
  app.add_flag("--quiet", request.quiet, "Print neither progress nor a report.")->group("General");
  if (!parser.parse(arguments)) return std::nullopt;
  request.options = options.options();
  request.output = output_path(output);
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
