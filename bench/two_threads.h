#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace bsg::bench {

/// The calling thread and a second one, each on a core of its own where the system lets them. The
/// second sleeps between its turns, so that work of one thread beside them has the machine for
/// itself.
class TwoThreads {
 public:
  TwoThreads();
  ~TwoThreads();
  TwoThreads(const TwoThreads&) = delete;
  TwoThreads& operator=(const TwoThreads&) = delete;

  /// Wakes the second thread: after this, run() starts both at the same moment.
  void get_ready();

  /// Runs first() here and second() on the other thread; returns when both are done.
  /// REQUIRES: get_ready() since the last call.
  void run(const std::function<void()>& first, const std::function<void()>& second);

 private:
  enum class Phase : std::uint8_t { asleep, called, ready, running, leaving };

  void second_thread();
  void wait_for(Phase phase) const;

  std::atomic<Phase> phase_ = Phase::asleep;
  const std::function<void()>* second_work_ = nullptr;
  std::thread second_;
};

}  // namespace bsg::bench
