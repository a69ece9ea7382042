#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bsg/options.h"
#include "bsg/train.h"
#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "training/run.h"
#include "training/update_words.h"
#include "training/word_knowledge.h"

namespace bsg::training {

struct PreparedText {
  corpus::Vocabulary vocabulary;
  WordKnowledge knowledge;
  std::optional<UpdateWords> update{};  ///< where a model is updated
  corpus::EncodedCorpus text;
  std::vector<std::string> fingerprints{};  ///< of the texts' content
};

/// Step 1 of Figure 1: reads the texts, makes (or takes) the vocabulary, drops all other words.
/// Plans the memory of the training, and fills in what the report says of the texts. Throws
/// FileError, InputError, ResourceError or Interrupted.
PreparedText prepare_text(const TrainingInput& input, const TrainingOptions& options, Run& run);

}  // namespace bsg::training
