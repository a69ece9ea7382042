#pragma once

#include "bsg/model.h"
#include "bsg/options.h"
#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "training/run.h"
#include "training/word_knowledge.h"

namespace bsg::training {

/// Steps 2 to 5 of Figure 1 on an encoded text. Runs on the threads of the current oneTBB arena;
/// the result does not depend on their number. The run's report holds the plan of its memory.
/// Throws FileError, NumericalError or Interrupted.
ModelData learn(const corpus::Vocabulary& vocabulary, const WordKnowledge& knowledge,
                const corpus::EncodedCorpus& text, const TrainingOptions& options, Run& run);

}  // namespace bsg::training
