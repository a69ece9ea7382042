#include "training/stage_clock.h"

namespace bsg::training {

StageClock::Duration StageClock::lap() {
  const Clock::time_point now = Clock::now();
  const Duration passed = now - last_;
  last_ = now;
  if (runs_) times_[static_cast<std::size_t>(stage_)] += passed;
  return passed;
}

void StageClock::begin(Stage stage) {
  lap();
  stage_ = stage;
  runs_ = true;
}

StageClock::Duration StageClock::pause() {
  const Duration passed = lap();
  runs_ = false;
  return passed;
}

}  // namespace bsg::training
