#include <optional>
#include <utility>

#include "bsg/import.h"
#include "bsg/query.h"
#include "cli/arguments/query_arguments.h"
#include "cli/commands/command.h"
#include "cli/reports/answers.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kExamples =
    "\nExamples:\n"
    "  bsg neighbors model.bsg ship king -k 5\n"
    "  bsg neighbors model.bsg --positive king woman --negative man";

RankedQuestion ask(const Query& query, const Model& model, const std::string& word,
                   std::size_t count) {
  std::vector<Answer> answers = query.neighbors(word, count);
  return {word_title(model, word), {{word}, {}}, std::move(answers)};
}

}  // namespace

void run_neighbors(const ArgumentList& arguments) {
  const std::string notes = answers_notes() + std::string(kExamples);
  Arguments parser({"neighbors", "MODEL WORD... [-k 10] [OPTIONS]",
                    "The words whose densities are closest to a word's, best first.", notes});
  QueryArguments given;
  add_query_arguments(parser.app(), given, "One or more words; each gets a list of its own.");
  add_ranking(parser.app(), given);
  if (!parser.parse(arguments)) return;
  if (given.words.empty() == !given.composed()) {
    parser.refuse("give either words, or --positive and --negative");
  }

  const Model model = open_model(given.model);
  const Query query(model, given.options());
  std::vector<RankedQuestion> questions;
  for (const std::string& word : given.words) {
    questions.push_back(ask(query, model, word, given.count));
  }
  if (given.composed()) {
    questions.push_back({composition_title(given.composition), given.composition,
                         query.neighbors(given.composition, given.count)});
  }
  print_answers(given, model, questions);
}

}  // namespace bsg::cli
