#include "two_threads.h"

#ifdef __linux__
#include <sched.h>
#endif

namespace bsg::bench {
namespace {

#ifdef __linux__

/// The cores that the process may use, taken before any thread of it was bound to one.
const cpu_set_t& allowed_cores() {
  static const cpu_set_t cores = [] {
    cpu_set_t set;
    CPU_ZERO(&set);
    ::sched_getaffinity(0, sizeof(set), &set);
    return set;
  }();
  return cores;
}

/// Best effort: where there is no such core, the system places the thread.
void bind_to_core(int index) {
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &allowed_cores()) || index-- != 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    ::sched_setaffinity(0, sizeof(one), &one);
    return;
  }
}

void unbind() {
  ::sched_setaffinity(0, sizeof(cpu_set_t), &allowed_cores());
}

#else

void bind_to_core(int /*index*/) {}
void unbind() {}

#endif

}  // namespace

TwoThreads::TwoThreads() {
  bind_to_core(0);
  second_ = std::thread([this] { second_thread(); });
}

TwoThreads::~TwoThreads() {
  wait_for(Phase::asleep);
  phase_ = Phase::leaving;
  phase_.notify_one();
  second_.join();
  unbind();
}

void TwoThreads::get_ready() {
  phase_ = Phase::called;
  phase_.notify_one();
  wait_for(Phase::ready);
}

void TwoThreads::run(const std::function<void()>& first, const std::function<void()>& second) {
  second_work_ = &second;
  phase_ = Phase::running;
  first();
  wait_for(Phase::asleep);
}

void TwoThreads::second_thread() {
  bind_to_core(1);
  for (;;) {
    phase_.wait(Phase::asleep);
    if (phase_ == Phase::leaving) return;
    phase_ = Phase::ready;
    wait_for(Phase::running);
    (*second_work_)();
    phase_ = Phase::asleep;
  }
}

void TwoThreads::wait_for(Phase phase) const {
  while (phase_ != phase) std::this_thread::yield();
}

}  // namespace bsg::bench
