#include "binding/training_events.h"

#include <utility>

namespace bsg::python {

void TrainingEvents::put(const Progress& progress) {
  TrainingEvent event{progress, std::nullopt};
  event.progress.finished = nullptr;
  if (progress.finished != nullptr) event.finished = *progress.finished;
  {
    const std::scoped_lock lock(mutex_);
    std::vector<TrainingEvent>& events = waiting_.events;
    const bool replaces = !events.empty() && !events.back().finished && !event.finished;
    if (replaces) events.pop_back();
    events.push_back(event);
  }
  changed_.notify_one();
}

void TrainingEvents::warn(std::string_view sentence) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_.warnings.emplace_back(sentence);
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

bool TrainingEvents::take(TrainingNews& news, std::chrono::milliseconds patience) {
  const auto is_empty = [](const TrainingNews& some) {
    return some.warnings.empty() && some.events.empty();
  };
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return closed_ || !is_empty(waiting_); });
  news = std::exchange(waiting_, {});
  return !closed_ || !is_empty(news);
}

}  // namespace bsg::python
