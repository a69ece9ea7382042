#include "features/word_features.h"

#include <cmath>
#include <map>

namespace bsg::features {
namespace {

using Counts = std::map<std::string, double, std::less<>>;

void append(std::vector<WordFeature>& features, FeatureKind kind, const Counts& counts) {
  double squares = 0;
  for (const auto& [name, count] : counts) squares += count * count;
  for (const auto& [name, count] : counts) {
    std::string full(1, static_cast<char>(kind));
    features.push_back({full.append(name), static_cast<float>(count / std::sqrt(squares))});
  }
}

}  // namespace

std::vector<WordFeature> features_of(std::string_view word, std::optional<NgramSizes> sizes,
                                     std::span<const std::string> tags) {
  Counts ngrams, tagged;
  if (sizes) {
    visit_ngrams(word, *sizes, [&](std::string_view ngram) { ++ngrams[std::string(ngram)]; });
  }
  for (const std::string& tag : tags) ++tagged[tag];
  std::vector<WordFeature> features;
  append(features, FeatureKind::spelling, ngrams);
  append(features, FeatureKind::tag, tagged);
  return features;
}

}  // namespace bsg::features
