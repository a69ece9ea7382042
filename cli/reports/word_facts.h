#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "cli/reports/query_json.h"

namespace bsg::cli {

/// Where a density lies and how wide it is.
struct DensityFacts {
  double mean_length = 0;  ///< ‖μ‖
  /// Unset if the model has no variances.
  std::optional<double> total_variance;  ///< tr Σ
  std::optional<double> mean_deviation;  ///< Σ_k σ_k / m
};

/// What a word's densities come from.
enum class KnownBy : std::uint8_t {
  text,
  tags,      ///< alone: the text does not have the word
  spelling,  ///< a guess: the model does not have the word
};

struct WordFacts {
  std::string word;
  KnownBy known_by = KnownBy::text;
  std::uint64_t count = 0;
  std::optional<std::uint64_t> rank;  ///< 1 is the most frequent word; unset if none was counted
  DensityFacts target;
  std::optional<DensityFacts> context;  ///< unset for a guess
};

/// Throws UnknownWordError for a word that cannot even be guessed.
WordFacts word_facts(const Model& model, const std::string& word);

/// A table with one column for each word, to be compared side by side; without rows for what the
/// model does not have.
std::string word_facts_table(const std::vector<WordFacts>& words);

/// word, known_by, count, rank, and for target and context: mean_length, total_variance,
/// mean_deviation (null if unset).
Json json_of(const WordFacts& facts);

}  // namespace bsg::cli
