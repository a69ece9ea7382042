#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bsg/recommend.h"
#include "cli/arguments/arguments.h"

namespace bsg::cli {

/// What bsg recommend is asked, and for whom: exactly one of items, users, basket_file, user_file.
struct RecommendArguments {
  std::string model;
  std::vector<std::string> items;
  std::vector<std::string> users;
  std::optional<std::string> basket_file, user_file;
  std::optional<std::string> names, exclude;
  RecommendationOptions options;  ///< without RecommendationOptions::exclude
  std::size_t count = 10;
  bool json = false;
};

void add_recommend_arguments(CLI::App& app, RecommendArguments& given);

/// Throws UsageError unless it is clear for whom.
void check(const RecommendArguments& given, const Arguments& parser);

}  // namespace bsg::cli
