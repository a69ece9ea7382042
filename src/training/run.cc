#include "training/run.h"

namespace bsg::training {

void begin_stage(Run& run, Stage stage, std::uint32_t iteration) {
  run.clock.begin(stage);
  run.announcer.begins(stage, iteration);
}

void finish_iteration(Run& run, const IterationRecord& record) {
  run.announcer.finished(run.clock.stage(), record);
}

std::stop_token stop_within_iteration(const Run& run) {
  return run.checkpoints ? std::stop_token() : run.announcer.stop();
}

void keep_checkpoint(Run& run, std::span<const IterationRecord> records, bool last,
                     std::span<const checkpoint::StateArray> arrays) {
  if (!run.checkpoints) return;
  run.clock.pause();
  run.checkpoints->keep(records, last, arrays, run.announcer.stop());
  run.report.checkpoint_time += run.clock.pause();
}

void end_stages(Run& run) {
  run.clock.pause();
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    run.report.stage_time[stage] = run.clock.time(static_cast<Stage>(stage));
  }
}

}  // namespace bsg::training
