#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "cli/query_json.h"

namespace bsg::cli {

/// Where a density lies and how wide it is.
struct DensityFacts {
  double mean_length = 0;     ///< ‖μ‖
  double total_variance = 0;  ///< tr Σ
  double mean_deviation = 0;  ///< Σ_k σ_k / m
};

struct WordFacts {
  std::string word;
  std::uint64_t count = 0;
  std::uint64_t rank = 0;  ///< 1 is the most frequent word
  DensityFacts target, context;
};

/// Throws UnknownWordError.
WordFacts word_facts(const Model& model, const std::string& word);

/// A table with one column for each word, to be compared side by side.
std::string word_facts_table(const std::vector<WordFacts>& words);

/// word, count, rank, and for target and context: mean_length, total_variance, mean_deviation.
Json json_of(const WordFacts& facts);

}  // namespace bsg::cli
