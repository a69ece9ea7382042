#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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
  /// Lines of `tagged` whose words the vocabulary does not have, and one of whose tags it has.
  std::vector<std::uint32_t> cold{};

  [[nodiscard]] bool any() const { return sizes || !tagged.lines().empty(); }
};

/// The file of tags, or nothing if none is given. Throws FileError or InputError.
features::TaggedWords read_tags(const TrainingInput& input);

/// The features of all words; none where no two words are spelled alike. Throws InputError if tags
/// are given and no two words have one in common.
WordKnowledge gather_knowledge(features::TaggedWords tagged, const TrainingInput& input,
                               const TrainingOptions& options,
                               const corpus::Vocabulary& vocabulary);

}  // namespace bsg::training
