#pragma once

#include "cli/progress/iteration_pace.h"
#include "cli/progress/progress.h"

namespace bsg::cli {

/// Plain lines for logs: now and then while reading, and one for each iteration, but no more than
/// about a hundred in all.
class ProgressLines : public ProgressDisplay {
 public:
  void update(const Progress& progress) override;
  void note(std::string_view line) override;

 private:
  void update_reading(const Progress& progress, IterationPace::Clock::time_point now);
  void finish_reading(IterationPace::Clock::time_point now);
  void update_iteration(const Progress& progress, IterationPace::Clock::time_point now) const;

  IterationPace pace_;
  Progress reading_;  ///< the last seen of the stage being read
  bool is_reading_ = false;
  IterationPace::Clock::time_point reading_since_, reading_told_;
};

}  // namespace bsg::cli
