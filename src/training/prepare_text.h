#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bsg/options.h"
#include "bsg/train.h"
#include "corpus/encoded_corpus.h"
#include "corpus/token_source.h"
#include "corpus/vocabulary.h"
#include "posterior/old_posterior.h"
#include "training/run.h"
#include "training/update_words.h"
#include "training/word_knowledge.h"

namespace bsg::training {

struct PreparedText {
  corpus::Vocabulary vocabulary;
  WordKnowledge knowledge;
  std::optional<UpdateWords> update{};  ///< where a model is updated, as is the next one
  std::shared_ptr<const posterior::OldPosterior> old_posterior{};
  corpus::EncodedCorpus text;
  corpus::UserItems user_items{};           ///< of users' sentences, where the source knows
  std::vector<std::string> fingerprints{};  ///< of the texts' content
};

/// Step 1 of Figure 1: reads the texts, makes (or takes) the vocabulary, drops all other words.
/// Plans the memory of the training, and fills in what the report says of the texts. Where a model
/// is updated, opens its posterior first. Throws FileError, InputError, ModelError, ResourceError
/// or Interrupted.
PreparedText prepare_text(const TrainingInput& input, const TrainingOptions& options, Run& run);

}  // namespace bsg::training
