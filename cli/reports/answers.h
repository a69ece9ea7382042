#pragma once

#include <string>
#include <vector>

#include "bsg/query.h"
#include "cli/arguments/query_arguments.h"

namespace bsg::cli {

/// A question that has a ranked list as its answer.
struct RankedQuestion {
  std::string title;
  Composition query;
  std::vector<Answer> answers;
};

/// Prints tables, or JSON with the keys model, measure, representation, raw, rank, min_count and
/// queries.
void print_answers(const QueryArguments& arguments, const Model& model,
                   const std::vector<RankedQuestion>& questions);

/// "ship (count 1,234)"; the word alone if the model does not have it.
std::string word_title(const Model& model, const std::string& word);

/// "+b -a +c": a composed query in a title.
std::string composition_title(const Composition& query);

/// What tables of a model without variances say below them.
inline constexpr std::string_view kPointsNote =
    "This model holds points, no densities: scores have no confidence.\n";

/// For the help of commands that rank.
std::string answers_notes();

}  // namespace bsg::cli
