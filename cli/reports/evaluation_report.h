#pragma once

#include <string>
#include <vector>

#include "bsg/evaluate.h"

namespace bsg::cli {

struct JudgedSimilarity {
  std::string file;
  SimilarityResult result;
};

struct JudgedAnalogies {
  std::string file;
  bool raw;
  AnalogyResult result;
};

/// What a model scores on some benchmarks.
struct Evaluation {
  std::string model;
  QueryOptions options;
  std::vector<JudgedSimilarity> similarity{};
  std::vector<JudgedAnalogies> analogy{};
};

/// Tables.
std::string evaluation_text(const Evaluation& evaluation);

/// The keys that the command's help names.
std::string evaluation_json(const Evaluation& evaluation);

}  // namespace bsg::cli
