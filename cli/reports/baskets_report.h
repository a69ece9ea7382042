#pragma once

#include <string>
#include <vector>

#include "bsg/evaluate_baskets.h"
#include "cli/reports/query_json.h"

namespace bsg::cli {

struct JudgedBaskets {
  std::string file;
  std::vector<std::string> train;
  RecommendationRank rank;
  BasketEvaluation result;
};

/// Tables.
std::string baskets_text(const JudgedBaskets& judged);

/// What --json has below "baskets".
Json baskets_json(const JudgedBaskets& judged);

}  // namespace bsg::cli
