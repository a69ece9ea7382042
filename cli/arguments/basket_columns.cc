#include "cli/arguments/basket_columns.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace bsg::cli {
namespace {

constexpr std::array<std::string_view, 5> kNames{"input-format", "user-column", "item-column",
                                                 "order-column", "weight-column"};

std::vector<OptionDescription> rows() {
  std::vector<OptionDescription> rows;
  for (const OptionDescription& option : option_table()) {
    if (std::ranges::find(kNames, option.name) != kNames.end()) rows.push_back(option);
  }
  return rows;
}

}  // namespace

BasketColumns::BasketColumns(CLI::App& app) : table_(rows()), arguments_(app, table_) {}

CorpusOptions BasketColumns::options() const {
  TrainingOptions options;
  options.corpus.users = true;
  return arguments_.options(std::move(options)).corpus;
}

}  // namespace bsg::cli
