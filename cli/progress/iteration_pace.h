#pragma once

#include <chrono>
#include <cstdint>

#include "bsg/train.h"

namespace bsg::cli {

/// How fast iterations go, from what training reports.
class IterationPace {
 public:
  using Clock = std::chrono::steady_clock;

  void observe(const Progress& progress, Clock::time_point now);

  /// Of the last finished iteration; 0 before.
  [[nodiscard]] double pairs_per_second() const { return pairs_per_second_; }
  [[nodiscard]] const IterationRecord& last() const { return last_record_; }
  [[nodiscard]] std::uint32_t finished() const { return finished_; }

  /// REQUIRES: finished() > 0.
  [[nodiscard]] double seconds_left(std::uint32_t iterations, Clock::time_point now) const;

 private:
  bool started_ = false;
  Clock::time_point start_, last_;
  std::uint32_t finished_ = 0;
  std::uint32_t observed_ = 0;  ///< fewer than finished where training goes on from a checkpoint
  double pairs_per_second_ = 0;
  IterationRecord last_record_;
};

}  // namespace bsg::cli
