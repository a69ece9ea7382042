#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bsg/evaluate_baskets.h"
#include "cli/arguments/arguments.h"

namespace bsg::cli {

/// What bsg evaluate is asked about recommendations.
struct BasketsRequest {
  std::optional<std::string> test;
  std::vector<std::string> train;
  BasketEvaluationOptions options;
};

/// --baskets, --train, --basket-rank and --ease-penalty.
void add_baskets(CLI::App& app, BasketsRequest& request);

/// What has no effect without --baskets. Throws UsageError.
void refuse_without_baskets(const Arguments& parser, const CLI::App& app);

}  // namespace bsg::cli
