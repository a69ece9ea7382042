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

/// Prints tables, or JSON with the keys model, measure, representation, raw and queries.
void print_answers(const QueryArguments& arguments, const Model& model,
                   const std::vector<RankedQuestion>& questions);

/// "+b -a +c": a composed query in a title.
std::string composition_title(const Composition& query);

/// What tables of a model without variances say below them.
inline constexpr std::string_view kPointsNote =
    "This model holds points, no densities: scores have no confidence.\n";

/// For the help of commands that rank.
inline constexpr std::string_view kAnswersNotes =
    "Columns: the score under the measure and the cosine of the means; \"expected\" and \"+-\" are "
    "the mean\n"
    "and the standard deviation of the cosine of vectors drawn from the two densities; \"beats "
    "next\" is\n"
    "the probability that the answer's inner product with the query is larger than that of the "
    "one\n"
    "below it; the inner product of the two densities has the mean and the variance given; count "
    "is\n"
    "the word's count in the text. Sums bring means to unit length under the cosine only.\n"
    "JSON keys: model, measure, representation, raw, queries: [{positive, negative, answers: "
    "[{word,\n"
    "count, score, product_mean, product_variance, cosine, cosine_mean, cosine_deviation,\n"
    "beats_next}]}]\n"
    "A model of points (--method skipgram) has no variances: its tables leave out what needs them, "
    "and\n"
    "in JSON it is null.\n";

}  // namespace bsg::cli
