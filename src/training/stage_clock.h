#pragma once

#include <chrono>

#include "bsg/train.h"

namespace bsg::training {

/// Where the time of a training goes. Starts with the first stage.
class StageClock {
 public:
  using Duration = std::chrono::duration<double>;

  /// A stage begins, or goes on; the time since the last call belongs to the stage before.
  void begin(Stage stage);
  /// What follows belongs to no stage, until the next begin(). Returns the time since the last
  /// call.
  Duration pause();

  [[nodiscard]] Stage stage() const { return stage_; }
  [[nodiscard]] Duration time(Stage stage) const { return times_[static_cast<std::size_t>(stage)]; }

 private:
  using Clock = std::chrono::steady_clock;
  Duration lap();

  Stage stage_ = Stage::counting;
  bool runs_ = true;
  Clock::time_point last_ = Clock::now();
  Duration times_[kStageCount] = {};
};

}  // namespace bsg::training
