#pragma once

#include "bsg/model.h"
#include "bsg/options.h"
#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "training/run.h"

namespace bsg::training {

/// Section 2 of the paper on an encoded text: skip-gram with negative sampling, by stochastic
/// gradient steps. Runs on the threads of the current oneTBB arena; only with one of them is the
/// result the same each time. Throws NumericalError or Interrupted.
ModelData learn_skipgram(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
                         const TrainingOptions& options, Run& run);

}  // namespace bsg::training
