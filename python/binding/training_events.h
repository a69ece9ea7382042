#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bsg/train.h"

namespace bsg::python {

/// A moment of training, with a copy of the record that Progress only points to.
struct TrainingEvent {
  Progress progress;
  std::optional<IterationRecord> finished;
};

/// What happened since it was last asked for.
struct TrainingNews {
  std::vector<std::string> warnings;
  std::vector<TrainingEvent> events;
};

/// Takes news from the threads that train and hands them to the one that waits for them. Every
/// warning and every finished iteration arrives; of other events between two takings only the
/// latest.
class TrainingEvents {
 public:
  void put(const Progress& progress);
  void warn(std::string_view sentence);
  /// Training is over: nothing will be put any more.
  void close();

  /// Waits until there is news, the end, or `patience` has passed; false at the end, when all news
  /// have been taken.
  bool take(TrainingNews& news, std::chrono::milliseconds patience);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  TrainingNews waiting_;
  bool closed_ = false;
};

}  // namespace bsg::python
