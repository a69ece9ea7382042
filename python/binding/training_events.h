#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "bsg/train.h"

namespace bsg::python {

/// A moment of training, with a copy of the record that Progress only points to.
struct TrainingEvent {
  Progress progress;
  std::optional<IterationRecord> finished;
};

/// Takes events from the threads that train and hands them to the one that waits for them. Every
/// finished iteration arrives; of other events between two takings only the latest.
class TrainingEvents {
 public:
  void put(const Progress& progress);
  /// Training is over: nothing will be put any more.
  void close();

  /// Waits until there is an event, the end, or `patience` has passed; false at the end, when every
  /// event has been taken.
  bool take(std::vector<TrainingEvent>& events, std::chrono::milliseconds patience);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<TrainingEvent> waiting_;
  bool closed_ = false;
};

}  // namespace bsg::python
