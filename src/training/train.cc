#include "bsg/train.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "bsg/error.h"
#include "checkpoint/run_description.h"
#include "options/method_settings.h"
#include "planning/memory_plan.h"
#include "training/advice.h"
#include "training/check_method.h"
#include "training/check_update.h"
#include "training/learn.h"
#include "training/learn_gibbs.h"
#include "training/learn_skipgram.h"
#include "training/learn_users.h"
#include "training/outputs.h"
#include "training/prepare_text.h"
#include "training/run.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

/// oneTBB has no type of its own for a thread that cannot be started.
void refuse_failed_thread(const std::runtime_error& error) {
  const std::string_view what = error.what();
  if (!what.starts_with("pthread_create")) return;
  throw ResourceError(wording::compose(
      "a thread could not be started ({}); give fewer {}, or allow this process more memory "
      "(ulimit -v) or more threads (ulimit -u)",
      what, wording::option("threads")));
}

/// Input that is refused leaves no checkpoint behind.
training::PreparedText prepare(const TrainingInput& input, const TrainingOptions& options,
                               training::Run& run) {
  try {
    return training::prepare_text(input, options, run);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error&) {
    if (run.checkpoints) run.checkpoints->abandon();
    throw;
  }
}

training::Learned learn_by_method(const training::PreparedText& prepared,
                                  const TrainingInput& input, const TrainingOptions& options,
                                  training::Run& run) {
  switch (options.method) {
    case Method::skipgram:
      return {.model = training::learn_skipgram(prepared.vocabulary, prepared.text, options, run),
              .posterior = {},
              .draws = {}};
    case Method::gibbs:
      return training::learn_gibbs(prepared, input, options, run);
    case Method::bsg:
      break;
  }
  if (options.corpus.users) return training::learn_users(prepared, input, options, run);
  return training::learn(prepared, input, options, run);
}

TrainingResult train_in_arena(const TrainingInput& input, const TrainingOptions& options,
                              training::Run& run) {
  if (!input.checkpoint.folder.empty()) {
    run.checkpoints =
        std::make_unique<checkpoint::Checkpoints>(input, options, run.announcer.observer());
  }
  const training::PreparedText prepared = prepare(input, options, run);
  if (run.checkpoints)
    run.checkpoints->identify(prepared.vocabulary, prepared.knowledge.tagged,
                              prepared.fingerprints);
  training::Learned learned = learn_by_method(prepared, input, options, run);
  learned.model.options = checkpoint::recorded_options(input, options);
  training::end_stages(run);
  Model model(std::move(learned.model));
  training::write_outputs(input, model, learned, run.announcer.stop());
  run.report.advice = training::advise(model, input, run.report, options);
  return {std::move(model), run.report};
}

/// With options::method_settings().
TrainingResult train_settled(const TrainingInput& input, const TrainingOptions& options,
                             const TrainingObserver& observer) {
  if (input.texts.empty() && !input.sentences) throw InputError("no text to train on was given");
  const int available = tbb::info::default_concurrency();
  const int threads = options.threads != 0 ? static_cast<int>(options.threads) : available;
  // oneTBB makes no more threads than the machine has unless the whole process is told to.
  std::optional<tbb::global_control> more;
  if (threads > available) {
    more.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  }
  training::check_method(input, options);
  training::check_update(input, options);
  training::check_outputs(input);
  training::Run run(observer, options.all_iterations());
  run.precision_at_end = options.inference.gauge != 0 ||
                         options.inference.calibrate == Calibrate::yes || input.base ||
                         input.keep_posterior;
  run.report.threads = static_cast<std::uint32_t>(threads);
  tbb::task_arena arena(threads);
  try {
    return arena.execute([&] { return train_in_arena(input, options, run); });
  } catch (const std::bad_alloc&) {
    throw ResourceError(planning::describe_shortage(run.report.memory));
  } catch (const std::runtime_error& error) {
    refuse_failed_thread(error);
    throw;
  }
}

}  // namespace

TrainingResult train(const TrainingInput& input, const TrainingOptions& options,
                     const TrainingObserver& observer) {
  check_options(options);
  return train_settled(input, options::method_settings(options), observer);
}

}  // namespace bsg
