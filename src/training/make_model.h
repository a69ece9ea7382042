#pragma once

#include <optional>

#include "bsg/model.h"
#include "corpus/vocabulary.h"
#include "posterior/posterior_file.h"
#include "training/learning_state.h"
#include "training/prepare_text.h"

namespace bsg::training {

/// Words and counts of a vocabulary; the rest is for others to fill in.
ModelData model_of_words(const corpus::Vocabulary& vocabulary);

/// What is to be kept of the posterior, if anything; the rest of the natural parameters is given
/// up.
std::optional<posterior::LearnedPosterior> take_posterior(LearningState& state);

/// The densities that learning ended in. The state is given up piece by piece, so that nothing
/// large is there twice. Words that have tags and no text follow those of the vocabulary, with the
/// count 0, the density that their features have, and the prior as their context.
ModelData model_of_densities(const PreparedText& prepared, LearningState state);

}  // namespace bsg::training
