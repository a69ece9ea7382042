#include <fmt/format.h>

#include <string>
#include <string_view>

#include "bsg/options.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/training_options.h"
#include "cli/commands/command.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kIntroduction =
    "# Options of training\n\n"
    "Given to `bsg train` with `--` before the name. Written by `bsg options` from the table that "
    "the\n"
    "program itself uses; a model records every option that its method has and that affects its "
    "numbers.\n";

constexpr std::string_view kUpdates =
    "\n# Options of updates\n\n"
    "Given to `bsg update`. All other options are as the model was trained. Where an option is "
    "left "
    "out, an update of\n"
    "an updated model takes what the last update took; --forget and --new-axes always start from "
    "their defaults.\n";

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

constexpr std::string_view kHead =
    "\n| option | value | default | range | meaning |\n|---|---|---|---|---|\n";

/// A flag is given or left out: it takes no value that could be out of range.
std::string_view range_of(const OptionDescription& option) {
  return option.kind == "flag" ? std::string_view() : option.range;
}

std::string method_note(const OptionDescription& option) {
  const std::string methods = methods_of(option, "` and `");
  return methods.empty() ? methods : fmt::format(" (Only of `--method {}`.)", methods);
}

std::string row(const OptionDescription& option) {
  return fmt::format("| `--{}` | {} | {} | {} | {}{}{} |\n", option.name, cell(option.kind),
                     cell(option.default_value), cell(range_of(option)), cell(option.meaning),
                     method_note(option),
                     option.affects_result ? "" : " (Not recorded in the model.)");
}

/// A table for each stage.
std::string options_of_training() {
  std::string text;
  std::string_view stage;
  for (const OptionDescription& option : option_table()) {
    if (option.stage != stage) text += fmt::format("\n## {}\n{}", option.stage, kHead);
    stage = option.stage;
    text += row(option);
  }
  return text;
}

std::string options_of_updates() {
  std::string text(kHead);
  for (const OptionDescription& option : update_option_table()) text += row(option);
  return text;
}

}  // namespace

void run_options(const ArgumentList& arguments) {
  Arguments parser({"options", "", "Prints the reference of training options as Markdown.",
                    "Example:\n  bsg options > options.md"});
  if (!parser.parse(arguments)) return;
  write_standard_output(fmt::format("{}{}{}{}", kIntroduction, options_of_training(), kUpdates,
                                    options_of_updates()));
}

}  // namespace bsg::cli
