#include "cli/progress/progress.h"

#include <unistd.h>

#include <cstdlib>

#include "cli/progress/progress_bar.h"
#include "cli/progress/progress_lines.h"

namespace bsg::cli {
namespace {

class Silence : public ProgressDisplay {
  void update(const Progress& /*progress*/) override {}
  void note(std::string_view /*line*/) override {}
};

bool can_redraw() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

}  // namespace

std::unique_ptr<ProgressDisplay> make_progress_display(bool quiet) {
  if (quiet) return std::make_unique<Silence>();
  if (can_redraw()) return std::make_unique<ProgressBar>();
  return std::make_unique<ProgressLines>();
}

std::string_view stage_label(Stage stage) {
  return stage == Stage::counting ? "counting words" : stage_name(stage);
}

}  // namespace bsg::cli
