#pragma once

#include <memory>
#include <string_view>

#include "bsg/train.h"

namespace bsg::cli {

/// Shows on standard error how training goes. Calls may come from any thread, one at a time.
class ProgressDisplay {
 public:
  virtual ~ProgressDisplay() = default;
  virtual void update(const Progress& progress) = 0;
  /// A line that stays.
  virtual void note(std::string_view line) = 0;
};

/// A bar on a terminal, plain lines elsewhere, nothing if quiet. Destroying it leaves the cursor at
/// the start of an empty line.
std::unique_ptr<ProgressDisplay> make_progress_display(bool quiet);

/// What a stage of reading is called in progress and reports.
std::string_view stage_label(Stage stage);

}  // namespace bsg::cli
