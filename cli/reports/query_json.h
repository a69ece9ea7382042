#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "bsg/query.h"
#include "cli/arguments/query_arguments.h"

/// The stable keys of --json. Numbers have all their digits.

namespace bsg::cli {

using Json = nlohmann::ordered_json;

/// score, deviation, lower, product_mean, product_variance, cosine, cosine_mean, cosine_deviation;
/// what needs variances is null if the model has none.
Json json_of(const Score& score, const Model& model);

/// word, count, the keys of its score, and beats_next (null where it is not defined).
Json json_of(const Answer& answer, const Model& model);

/// positive, negative, guessed (words that the model does not have), answers.
Json json_of(const Composition& query, const std::vector<Answer>& answers, const Model& model);

/// model, measure, representation, raw.
Json json_head(const QueryArguments& arguments);

/// Indented, with a newline at its end; bytes that are not UTF-8 (in a path) are replaced.
std::string json_text(const Json& json);

}  // namespace bsg::cli
