#pragma once

#include "bsg/model.h"
#include "model/representation.h"

namespace bsg::model {

/// Whether a text has taught the model what appears around others: the context of a word that is
/// known by its tags alone, or was inferred, is its prior, whose mean is 0. REQUIRES: the model has
/// contexts.
bool has_taught_context(const Model& model, WordId id);

/// Whether all that stands for a word in this role was taught: false where contexts have a part in
/// it and the word's is its prior. REQUIRES: the representation passes its check.
bool is_taught(const Model& model, Representation representation, Role role, WordId id);

}  // namespace bsg::model
