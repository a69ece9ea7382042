#include <fmt/format.h>

#include <array>
#include <string_view>

#include "bsg/version.h"
#include "cli/commands/command.h"
#include "cli/failure.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

struct Command {
  std::string_view name;
  std::string_view summary;
  void (*run)(const ArgumentList&);
};

constexpr std::array kCommands{
    Command{"train", "learn a density for every word of a text, or item of baskets", run_train},
    Command{"update", "teach a model new text and new words", run_update},
    Command{"infer", "densities of words that a model does not have, from a few lines", run_infer},
    Command{"compare", "which words are used differently in two texts", run_compare},
    Command{"info", "what a model is, or what it knows of single words", run_info},
    Command{"neighbors", "the words closest to a word", run_neighbors},
    Command{"recommend", "which items to offer next to somebody with these", run_recommend},
    Command{"similarity", "how similar two words are", run_similarity},
    Command{"analogy", "A is to B as C is to ?", run_analogy},
    Command{"split", "baskets in two parts, to train and to test a recommender", run_split},
    Command{"evaluate", "how well a model does on benchmarks, new text and recommending",
            run_evaluate},
    Command{"export", "write the vectors in another program's format", run_export},
    Command{"options", "print the reference of training options as Markdown", run_options},
};

void print_help() {
  std::string text =
      "bsg learns word and item embeddings that know how sure they are.\n"
      "Usage: bsg COMMAND ...\n\nCommands:\n";
  for (const Command& command : kCommands) {
    text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  text +=
      "\n  bsg COMMAND --help   what a command takes, with an example\n"
      "  bsg --version        version, and the instruction set in use\n"
      "\nExample:\n  bsg train corpus.txt -o model.bsg && bsg neighbors model.bsg paris\n";
  write_standard_output(text);
}

void dispatch(const ArgumentList& arguments) {
  if (arguments.empty()) throw UsageError("a command is missing; try: bsg --help");
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") return print_help();
  if (name == "--version") {
    return write_standard_output(fmt::format("bsg {} ({})\n", version(), simd_target()));
  }
  for (const Command& command : kCommands) {
    if (command.name == name) return command.run({arguments.begin() + 1, arguments.end()});
  }
  throw UsageError(fmt::format("there is no command '{}'; try: bsg --help", name));
}

}  // namespace
}  // namespace bsg::cli

int main(int count, char** values) {
  bsg::cli::prepare_standard_streams();
  try {
    bsg::cli::dispatch({values + (count > 0), values + count});
    return 0;
  } catch (...) {
    return bsg::cli::report_failure();
  }
}
