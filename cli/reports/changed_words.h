#pragma once

#include <cstddef>
#include <string>

#include "bsg/compare.h"
#include "bsg/model.h"

namespace bsg::cli {

/// What was compared, as it was given.
struct ComparedFiles {
  std::string model, a, b;
  double threshold;
};

/// A table of the words that changed most surely, each with its neighbours in both texts, and a
/// line that counts all.
std::string changed_words_text(const ComparedFiles& files, const Model& model,
                               const TextComparison& comparison, std::size_t count);

/// model, texts, threshold, compared, words: [{word, count_a, count_b, distance, deviation, z,
/// probability, false_discovery_rate, neighbors_a, neighbors_b}].
std::string changed_words_json(const ComparedFiles& files, const Model& model,
                               const TextComparison& comparison, std::size_t count);

}  // namespace bsg::cli
