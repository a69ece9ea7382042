#pragma once

#include <vector>

#include "bsg/model.h"

/// How often training met the words of a model, from what the model knows of its text.

namespace bsg::folding {

/// Words that took part in training, ascending. Inferred ones did not: what has been inferred may
/// not change what is inferred next. Throws ModelError if there are none. REQUIRES: the model has
/// contexts.
std::vector<WordId> taught_words(const Model& model);

/// By word of the model, p_uni^e, not normalised; 0 for those that were not taught.
std::vector<double> weights_as_negatives(const Model& model, const std::vector<WordId>& taught,
                                         double exponent);

/// By word of the model, its probability to be kept (section 2.2); 0 for those that were not
/// taught.
std::vector<float> kept_as_context(const Model& model, const std::vector<WordId>& taught,
                                   double rho);

/// c of BasketWeight::items, as the model's training had it: how many items an item had beside it.
float mean_partners(const Model& model);

}  // namespace bsg::folding
