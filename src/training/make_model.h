#pragma once

#include "bsg/model.h"
#include "corpus/vocabulary.h"
#include "training/learning_state.h"

namespace bsg::training {

/// Words and counts of a vocabulary; the rest is for others to fill in.
ModelData model_of_words(const corpus::Vocabulary& vocabulary);

/// The densities that learning ended in. The state is given up piece by piece, so that nothing
/// large is there twice.
ModelData model_of_densities(const corpus::Vocabulary& vocabulary, LearningState state);

}  // namespace bsg::training
