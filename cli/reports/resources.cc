#include "cli/reports/resources.h"

#include <sys/resource.h>

#include <cstddef>
#include <ctime>

namespace bsg::cli {

double process_cpu_seconds() {
  timespec time = {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::uint64_t peak_memory() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void StageCpuTime::enter(Stage stage) {
  const double now = process_cpu_seconds();
  seconds_[static_cast<std::size_t>(stage_)] += now - since_;
  since_ = now;
  stage_ = stage;
}

double StageCpuTime::seconds(Stage stage) const {
  return seconds_[static_cast<std::size_t>(stage)];
}

}  // namespace bsg::cli
