#include "cli/progress/iteration_pace.h"

#include <algorithm>

namespace bsg::cli {
namespace {

double seconds_between(IterationPace::Clock::time_point from, IterationPace::Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

void IterationPace::observe(const Progress& progress, Clock::time_point now) {
  if (progress.iteration == 0) return;
  if (!started_) {
    started_ = true;
    start_ = last_ = now;
  }
  if (progress.finished == nullptr) return;
  const IterationRecord& record = *progress.finished;
  const auto pairs = static_cast<double>(record.positive_pairs + record.negative_pairs);
  pairs_per_second_ = pairs / std::max(seconds_between(last_, now), 1e-6);
  last_record_ = record;
  finished_ = record.iteration;
  ++observed_;
  last_ = now;
}

double IterationPace::seconds_left(std::uint32_t iterations, Clock::time_point now) const {
  const double each = seconds_between(start_, last_) / observed_;
  const double left = each * static_cast<double>(iterations - std::min(finished_, iterations));
  return std::max(left - seconds_between(last_, now), 0.0);
}

}  // namespace bsg::cli
