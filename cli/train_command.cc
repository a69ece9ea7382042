#include <chrono>

#include "bsg/error.h"
#include "bsg/train.h"
#include "cli/command.h"
#include "cli/interruption.h"
#include "cli/memory_line.h"
#include "cli/progress.h"
#include "cli/resources.h"
#include "cli/standard_streams.h"
#include "cli/training_report.h"
#include "cli/training_request.h"

namespace bsg::cli {
namespace {

TrainingResult train_with_progress(const TrainingRequest& request, std::stop_token stop,
                                   StageCpuTime& cpu) {
  const std::unique_ptr<ProgressDisplay> display = make_progress_display(request.quiet);
  TrainingObserver observer;
  observer.stop = std::move(stop);
  observer.progress = [&](const Progress& progress) {
    cpu.enter(progress.stage);
    display->update(progress);
  };
  observer.planned = [&](const MemoryPlan& plan) { display->note(memory_line(plan)); };
  return train(request.input, request.options, observer);
}

}  // namespace

void run_train(const ArgumentList& arguments) {
  const std::optional<TrainingRequest> request = parse_training_request(arguments);
  if (!request) return;
  check_outputs(*request);

  const Interruption interruption;
  const auto start = std::chrono::steady_clock::now();
  StageCpuTime cpu;
  const TrainingResult result = train_with_progress(*request, interruption.stop(), cpu);
  if (interruption.stop().stop_requested()) throw Interrupted("interrupted");
  result.model.save(request->output);

  if (request->quiet) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  write_standard_error(
      training_report({result, request->options, cpu, elapsed.count(), request->output}));
}

}  // namespace bsg::cli
