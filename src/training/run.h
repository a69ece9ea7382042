#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "bsg/train.h"
#include "checkpoint/checkpoints.h"
#include "training/announcer.h"
#include "training/stage_clock.h"

namespace bsg::training {

/// What the steps of one training share.
struct Run {
  /// The observer must outlive this.
  Run(const TrainingObserver& observer, std::uint32_t iterations)
      : announcer(observer, iterations) {}

  StageClock clock;
  Announcer announcer;
  TrainingReport report;
  std::unique_ptr<checkpoint::Checkpoints> checkpoints;  ///< none unless they were asked for
  /// P of the last iteration is needed: to change the axes, or to be kept.
  bool precision_at_end = false;
};

/// A stage begins: for the clock, and for who watches.
void begin_stage(Run& run, Stage stage, std::uint32_t iteration = 0);

/// The iteration that began last is done, at the end of its last stage.
void finish_iteration(Run& run, const IterationRecord& record);

/// For the work within an iteration, which is not left half-done where it can be kept whole.
std::stop_token stop_within_iteration(const Run& run);

/// After an iteration: Checkpoints::keep(), if the run has checkpoints.
void keep_checkpoint(Run& run, std::span<const IterationRecord> records, bool last,
                     std::span<const checkpoint::StateArray> arrays);

/// The last stage ends: its times go into the report.
void end_stages(Run& run);

}  // namespace bsg::training
