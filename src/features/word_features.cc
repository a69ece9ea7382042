#include "features/word_features.h"

#include <cmath>
#include <map>

namespace bsg::features {
namespace {

/// How much more the n-grams count that a word begins with.
constexpr double kFirst = 2;

/// c_g by name.
using Parts = std::map<std::string, double, std::less<>>;

Parts parts_of_spelling(std::string_view word, NgramSizes sizes) {
  Parts parts;
  visit_ngrams(word, sizes, [&](const Ngram& ngram) {
    const auto longer = static_cast<double>(ngram.length - sizes.shortest);
    parts[std::string(ngram.text)] += std::sqrt(longer + 1) * (ngram.first ? kFirst : 1);
  });
  return parts;
}

void append(std::vector<WordFeature>& features, FeatureKind kind, const Parts& parts) {
  double squares = 0;
  for (const auto& [name, part] : parts) squares += part * part;
  for (const auto& [name, part] : parts) {
    std::string full(1, static_cast<char>(kind));
    features.push_back({full.append(name), static_cast<float>(part / std::sqrt(squares))});
  }
}

}  // namespace

std::vector<WordFeature> features_of(std::string_view word, std::optional<NgramSizes> sizes,
                                     std::span<const std::string> tags) {
  Parts tagged;
  for (const std::string& tag : tags) ++tagged[tag];
  std::vector<WordFeature> features;
  if (sizes) append(features, FeatureKind::spelling, parts_of_spelling(word, *sizes));
  append(features, FeatureKind::tag, tagged);
  return features;
}

}  // namespace bsg::features
