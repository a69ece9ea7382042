#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

#include "bsg/train.h"
#include "checkpoint/checkpoints.h"

namespace bsg::training {

/// Keeps the report of one training and tells the observer how far it is.
class Run {
 public:
  Run(const TrainingObserver& observer, std::uint32_t iterations)
      : observer_(observer), iterations_(iterations) {}

  /// A stage begins; time since the last call belongs to the stage before.
  void begin(Stage stage, std::uint32_t iteration = 0);
  /// Within counting and encoding.
  void reading(std::uint64_t bytes_read, std::uint64_t bytes_total);
  void finished(const IterationRecord& record);
  /// After an iteration: Checkpoints::keep(), if the run has checkpoints.
  void keep(std::span<const IterationRecord> records, bool last,
            std::span<const checkpoint::StateArray> arrays);
  /// The plan goes into the report; the observer hears of it if it is new.
  void plan(MemoryPlan plan);
  /// The last stage ends.
  void end();

  [[nodiscard]] const std::stop_token& stop() const { return observer_.stop; }
  [[nodiscard]] const TrainingObserver& observer() const { return observer_; }
  /// For the work within an iteration, which is not left half-done where it can be kept whole.
  [[nodiscard]] std::stop_token stop_within_iteration() const {
    return checkpoints ? std::stop_token() : observer_.stop;
  }

  TrainingReport report;
  std::unique_ptr<checkpoint::Checkpoints> checkpoints;  ///< none unless they were asked for

 private:
  using Clock = std::chrono::steady_clock;
  void tell(const Progress& progress) const;
  void stop_clock();

  const TrainingObserver& observer_;
  std::uint32_t iterations_;
  Stage stage_ = Stage::counting;
  std::uint32_t iteration_ = 0;
  Clock::time_point started_ = Clock::now();
};

}  // namespace bsg::training
