#pragma once

#include <span>
#include <string>
#include <vector>

#include "bsg/query.h"

namespace bsg::cli {

/// Those that the model does not have, whose densities are guesses; each once.
std::vector<std::string> guessed_words(const Model& model, std::span<const std::string> words);
/// The same of both sides of a query.
std::vector<std::string> guessed_words(const Model& model, const Composition& query);

/// A line for each of them, with what may have been meant; empty if there are none.
std::string guesses_note(const Model& model, const std::vector<std::string>& words);

/// One line: how many there are, and the first few; empty if there are none.
std::string guesses_summary(const std::vector<std::string>& words);

}  // namespace bsg::cli
