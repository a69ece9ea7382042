#pragma once

#include "bsg/model.h"

namespace bsg::model {

/// Whether a text has taught the model what appears around others: the context of a word that is
/// known by its tags alone, or was inferred, is its prior, whose mean is 0. REQUIRES: the model has
/// contexts.
bool has_taught_context(const Model& model, WordId id);

}  // namespace bsg::model
