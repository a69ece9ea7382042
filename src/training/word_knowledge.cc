#include "training/word_knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "bsg/error.h"

namespace bsg::training {
namespace {

/// A feature of one word alone says nothing of another.
constexpr std::size_t kLeastWords = 2;

bool has_known_tag(const std::vector<std::string>& tags, const std::vector<std::string>& names) {
  return std::ranges::any_of(tags, [&](const std::string& tag) {
    const std::string name = static_cast<char>(features::FeatureKind::tag) + tag;
    return std::ranges::binary_search(names, name);
  });
}

bool any_tag(const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [](const std::string& name) {
    return name.front() == static_cast<char>(features::FeatureKind::tag);
  });
}

std::vector<std::uint32_t> cold_lines(const WordKnowledge& knowledge,
                                      const corpus::Vocabulary& vocabulary) {
  std::vector<std::uint32_t> cold;
  const auto& lines = knowledge.tagged.lines();
  for (std::uint32_t line = 0; line < lines.size(); ++line) {
    const auto& [word, tags] = lines[line];
    if (!vocabulary.find(word) && has_known_tag(tags, knowledge.matrix.names())) {
      cold.push_back(line);
    }
  }
  return cold;
}

}  // namespace

features::TaggedWords read_tags(const TrainingInput& input) {
  if (!input.features) return {};
  return features::TaggedWords::read(*input.features);
}

WordKnowledge gather_knowledge(features::TaggedWords tagged, const TrainingInput& input,
                               const TrainingOptions& options,
                               const corpus::Vocabulary& vocabulary) {
  WordKnowledge knowledge{.tagged = std::move(tagged)};
  if (const SubwordOptions lengths = options.subwords_in_use(); lengths.any()) {
    knowledge.sizes = {lengths.shortest, lengths.longest};
  }
  if (!knowledge.any()) return knowledge;
  features::FeatureRows rows;
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    const std::string_view name = vocabulary.word(word);
    rows.add(features::features_of(name, knowledge.sizes, knowledge.tagged.tags_of(name)));
  }
  knowledge.matrix = rows.matrix(kLeastWords);
  if (input.features && !any_tag(knowledge.matrix.names())) {
    throw InputError(
        fmt::format("no two words of the vocabulary have a tag of '{}' in common: there is nothing "
                    "to learn from it",
                    *input.features));
  }
  if (knowledge.matrix.features() == 0) return {};
  knowledge.cold = cold_lines(knowledge, vocabulary);
  return knowledge;
}

}  // namespace bsg::training
