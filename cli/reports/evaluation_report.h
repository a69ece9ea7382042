#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bsg/evaluate.h"
#include "cli/reports/baskets_report.h"
#include "cli/reports/held_out_report.h"

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

/// What a model scores on some benchmarks, on a text and in recommending.
struct Evaluation {
  std::string model;
  QueryOptions options;
  std::vector<JudgedSimilarity> similarity{};
  std::vector<JudgedAnalogies> analogy{};
  std::optional<JudgedText> held_out{};
  std::optional<JudgedBaskets> baskets{};
};

/// Tables.
std::string evaluation_text(const Evaluation& evaluation);

/// The keys that the command's help names.
std::string evaluation_json(const Evaluation& evaluation);

}  // namespace bsg::cli
