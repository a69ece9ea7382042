#include "cli/commands/carry_out_training.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "bsg/checkpoint.h"
#include "bsg/error.h"
#include "bsg/train.h"
#include "cli/arguments/resumption.h"
#include "cli/interruption.h"
#include "cli/progress/progress.h"
#include "cli/reports/memory_line.h"
#include "cli/reports/resources.h"
#include "cli/reports/training_report.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

TrainingResult train_with_progress(const TrainingRequest& request, const std::stop_token& stop,
                                   StageCpuTime& cpu) {
  const std::unique_ptr<ProgressDisplay> display = make_progress_display(request.quiet);
  TrainingObserver observer;
  observer.stop = stop;
  bool told = false;
  observer.progress = [&](const Progress& progress) {
    if (request.is_resumable() && stop.stop_requested() && !std::exchange(told, true)) {
      display->note("finishing this iteration, to keep it; another signal leaves at once");
    }
    cpu.enter(progress.stage);
    display->update(progress);
  };
  observer.noted = [&](std::string_view line) { display->note(line); };
  observer.warned = [&](std::string_view line) { display->note(fmt::format("warning: {}", line)); };
  observer.planned = [&](const MemoryPlan& plan) { display->note(memory_line(plan)); };
  return train(request.input, request.options, observer);
}

/// The model is safe when this returns.
TrainingResult train_and_save(const TrainingRequest& request, StageCpuTime& cpu) try {
  const Interruption interruption;
  return train_with_progress(request, interruption.stop(), cpu);
} catch (...) {
  rethrow_with_command(request);
}

}  // namespace

void carry_out(const TrainingRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  StageCpuTime cpu;
  const TrainingResult result = train_and_save(request, cpu);
  if (request.is_resumable()) discard_checkpoint(request.input.checkpoint.folder);

  if (request.quiet) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  write_standard_error(
      training_report({request.input, result, request.options, cpu, elapsed.count()}));
}

}  // namespace bsg::cli
