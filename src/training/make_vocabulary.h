#pragma once

#include "bsg/options.h"
#include "bsg/train.h"
#include "corpus/token_source.h"
#include "corpus/vocabulary.h"
#include "corpus/word_counts.h"
#include "training/run.h"

namespace bsg::training {

/// Counting may take all of the memory budget: nothing else of size is there before it ends.
corpus::SpillOptions spill_options(const MemoryOptions& options);

/// The vocabulary that was given, with counts of the texts where it has none, or the texts' own.
/// Fills in the report's distinct words where words are counted. Throws FileError, InputError,
/// OptionError or Interrupted.
corpus::Vocabulary make_vocabulary(const TrainingInput& input, const TrainingOptions& options,
                                   corpus::TokenSource& reader,
                                   const corpus::ReadingObserver& observer, Run& run);

}  // namespace bsg::training
