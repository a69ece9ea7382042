#pragma once

#include <string>

#include "cli/progress/iteration_pace.h"
#include "cli/progress/progress.h"

namespace bsg::cli {

/// One line of a terminal, redrawn at most ten times a second.
class ProgressBar : public ProgressDisplay {
 public:
  ~ProgressBar() override;
  void update(const Progress& progress) override;
  void note(std::string_view line) override;

 private:
  [[nodiscard]] std::string line(const Progress& progress, IterationPace::Clock::time_point now,
                                 std::size_t columns) const;

  IterationPace pace_;
  IterationPace::Clock::time_point drawn_;
  bool visible_ = false;
};

}  // namespace bsg::cli
