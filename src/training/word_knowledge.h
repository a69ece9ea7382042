#pragma once

#include <optional>
#include <string>

#include "bsg/options.h"
#include "bsg/train.h"
#include "corpus/vocabulary.h"
#include "features/feature_file.h"
#include "features/feature_matrix.h"

namespace bsg::training {

/// What is known of words beside the texts: spelling and tags.
struct WordKnowledge {
  std::optional<features::NgramSizes> sizes{};
  features::TaggedWords tagged{};
  features::FeatureMatrix matrix{};  ///< of the vocabulary

  [[nodiscard]] bool any() const { return sizes || !tagged.lines().empty(); }
};

/// Reads the file of tags, if one is given, and makes the features of all words; none where no two
/// words are spelled alike. Throws FileError or InputError; the latter also if tags are given and
/// no two words have a feature in common.
WordKnowledge gather_knowledge(const TrainingInput& input, const TrainingOptions& options,
                               const corpus::Vocabulary& vocabulary);

}  // namespace bsg::training
