#pragma once

#include <vector>

#include "bsg/options.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/training_options.h"

namespace bsg::cli {

/// How files of baskets are laid out: --input-format, --user-column, --item-column, --order-column
/// and --weight-column, as bsg train has them.
class BasketColumns {
 public:
  explicit BasketColumns(CLI::App& app);

  /// Of sets of items. Throws OptionError.
  [[nodiscard]] CorpusOptions options() const;

 private:
  std::vector<OptionDescription> table_;
  TrainingOptionArguments arguments_;
};

}  // namespace bsg::cli
