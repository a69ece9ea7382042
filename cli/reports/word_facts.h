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

struct WordFacts {
  std::string word;
  std::uint64_t count = 0;
  std::uint64_t rank = 0;  ///< 1 is the most frequent word
  DensityFacts target, context;
};

/// Throws UnknownWordError.
WordFacts word_facts(const Model& model, const std::string& word);

/// A table with one column for each word, to be compared side by side; without rows for what the
/// model does not have.
std::string word_facts_table(const std::vector<WordFacts>& words);

/// word, count, rank, and for target and context: mean_length, total_variance, mean_deviation (null
/// if unset).
Json json_of(const WordFacts& facts);

}  // namespace bsg::cli
