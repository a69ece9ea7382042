#pragma once

#include <optional>
#include <string_view>

#include "bsg/model.h"
#include "model/representation.h"

/// Densities of words outside the vocabulary, for whatever represents words. A guess is of a
/// target, so it is there only where targets stand for words.

namespace bsg::model {

/// Unset where the representation is more than targets in this role, or Model::guess() is unset.
std::optional<TargetDensity> find_guess(const Model& model, Representation representation,
                                        Role role, std::string_view word);

/// The same, but throws UnknownWordError, which names the representation that could be guessed.
/// REQUIRES: the model does not have the word.
TargetDensity guess_of(const Model& model, Representation representation, Role role,
                       std::string_view word);

}  // namespace bsg::model
