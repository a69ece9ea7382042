#include <fmt/format.h>

#include "bsg/import.h"
#include "bsg/query.h"
#include "cli/arguments/query_arguments.h"
#include "cli/commands/command.h"
#include "cli/reports/answers.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kExamples =
    "\nExamples:\n"
    "  bsg analogy model.bsg man king woman\n"
    "  bsg analogy model.bsg --positive king woman --negative man --raw";

RankedQuestion ask(const Query& query, const QueryArguments& given) {
  if (given.composed()) {
    return {composition_title(given.composition), given.composition,
            query.neighbors(given.composition, given.count)};
  }
  const std::string &a = given.words[0], &b = given.words[1], &c = given.words[2];
  return {fmt::format("{} is to {} as {} is to", a, b, c),
          {{b, c}, {a}},
          query.analogy(a, b, c, given.count)};
}

}  // namespace

void run_analogy(const ArgumentList& arguments) {
  const std::string notes = answers_notes() + std::string(kExamples);
  Arguments parser({"analogy", "MODEL A B C [-k 10] [OPTIONS]",
                    "A is to B as C is to ? The words of the question are left out.", notes});
  QueryArguments given;
  add_query_arguments(parser.app(), given, "The three words A, B and C.");
  add_ranking(parser.app(), given);
  if (!parser.parse(arguments)) return;
  if (given.words.size() != (given.composed() ? 0 : 3)) {
    parser.refuse("give either three words, or --positive and --negative");
  }

  const Model model = open_model(given.model);
  print_answers(given, model, {ask(Query(model, given.options()), given)});
}

}  // namespace bsg::cli
