#include "training/run.h"

#include <utility>

namespace bsg::training {

void Run::begin(Stage stage, std::uint32_t iteration) {
  stop_clock();
  stage_ = stage;
  iteration_ = iteration;
  tell({.stage = stage, .iteration = iteration, .iterations = iterations_});
}

void Run::reading(std::uint64_t bytes_read, std::uint64_t bytes_total) {
  tell({.stage = stage_,
        .bytes_read = bytes_read,
        .bytes_total = bytes_total,
        .iterations = iterations_});
}

void Run::finished(const IterationRecord& record) {
  stop_clock();
  tell({.stage = stage_, .iteration = iteration_, .iterations = iterations_, .finished = &record});
}

void Run::keep(std::span<const IterationRecord> records, bool last,
               std::span<const checkpoint::StateArray> arrays) {
  if (!checkpoints) return;
  stop_clock();
  checkpoints->keep(records, last, arrays, stop());
  const Clock::time_point now = Clock::now();
  report.checkpoint_time += now - started_;
  started_ = now;
}

void Run::plan(MemoryPlan plan) {
  const bool known = plan == report.memory;
  report.memory = std::move(plan);
  if (!known && observer_.planned) observer_.planned(report.memory);
}

void Run::end() {
  stop_clock();
}

void Run::tell(const Progress& progress) const {
  if (observer_.progress) observer_.progress(progress);
}

void Run::stop_clock() {
  const Clock::time_point now = Clock::now();
  report.stage_time[static_cast<std::size_t>(stage_)] += now - started_;
  started_ = now;
}

}  // namespace bsg::training
