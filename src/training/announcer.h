#pragma once

#include <cstdint>
#include <stop_token>

#include "bsg/train.h"

namespace bsg::training {

/// Tells whoever watches a training how far it is.
class Announcer {
 public:
  /// The observer must outlive this.
  Announcer(const TrainingObserver& observer, std::uint32_t iterations)
      : observer_(observer), iterations_(iterations) {}

  void begins(Stage stage, std::uint32_t iteration);
  /// Within counting and encoding.
  void reading(Stage stage, std::uint64_t bytes_read, std::uint64_t bytes_total) const;
  /// The iteration of the last begins() is done.
  void finished(Stage stage, const IterationRecord& record) const;
  void planned(const MemoryPlan& plan) const;

  [[nodiscard]] const std::stop_token& stop() const { return observer_.stop; }
  [[nodiscard]] const TrainingObserver& observer() const { return observer_; }

 private:
  void tell(const Progress& progress) const;

  const TrainingObserver& observer_;
  std::uint32_t iterations_;
  std::uint32_t iteration_ = 0;
};

}  // namespace bsg::training
