#pragma once

#include <string>
#include <vector>

#include "bsg/query.h"

namespace bsg::cli {

/// The words of a query that the model does not have, whose densities are guesses.
std::vector<std::string> guessed_words(const Model& model, const Composition& query);

/// A line for each of them, with what may have been meant; empty if there are none.
std::string guesses_note(const Model& model, const std::vector<std::string>& words);

}  // namespace bsg::cli
