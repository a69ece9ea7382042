#pragma once

#include "bsg/model.h"
#include "corpus/vocabulary.h"

namespace bsg::training {

/// A model of all words of a vocabulary, with their counts and nothing learned about them yet.
ModelData model_of_words(const corpus::Vocabulary& vocabulary);

}  // namespace bsg::training
