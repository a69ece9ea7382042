#include "training/word_knowledge.h"

#include <fmt/format.h>

#include <algorithm>

#include "bsg/error.h"

namespace bsg::training {
namespace {

/// A feature of one word alone says nothing of another.
constexpr std::size_t kLeastWords = 2;

}  // namespace

WordKnowledge gather_knowledge(const TrainingInput& input, const TrainingOptions& options,
                               const corpus::Vocabulary& vocabulary) {
  WordKnowledge knowledge;
  if (const SubwordOptions lengths = options.subwords_in_use(); lengths.any()) {
    knowledge.sizes = {lengths.shortest, lengths.longest};
  }
  if (input.features) knowledge.tagged = features::TaggedWords::read(*input.features);
  if (!knowledge.any()) return knowledge;
  features::FeatureRows rows;
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    const std::string_view name = vocabulary.word(word);
    rows.add(features::features_of(name, knowledge.sizes, knowledge.tagged.tags_of(name)));
  }
  knowledge.matrix = rows.matrix(kLeastWords);
  if (knowledge.matrix.features() > 0) return knowledge;
  if (input.features) {
    throw InputError(
        fmt::format("no two words of the vocabulary have a tag of '{}' in common: there is nothing "
                    "to learn from it",
                    *input.features));
  }
  return {};
}

}  // namespace bsg::training
