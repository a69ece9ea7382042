#include "binding/training_events.h"

#include <utility>

namespace bsg::python {

void TrainingEvents::put(const Progress& progress) {
  TrainingEvent event{progress, std::nullopt};
  event.progress.finished = nullptr;
  if (progress.finished != nullptr) event.finished = *progress.finished;
  {
    const std::scoped_lock lock(mutex_);
    const bool replaces = !waiting_.empty() && !waiting_.back().finished && !event.finished;
    if (replaces) waiting_.pop_back();
    waiting_.push_back(event);
  }
  changed_.notify_one();
}

void TrainingEvents::close() {
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  changed_.notify_one();
}

bool TrainingEvents::take(std::vector<TrainingEvent>& events, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [this] { return closed_ || !waiting_.empty(); });
  events = std::exchange(waiting_, {});
  return !closed_ || !events.empty();
}

}  // namespace bsg::python
