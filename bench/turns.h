#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <functional>
#include <vector>

namespace bsg::bench {

/// Times of one kind of work, done in short pieces that take turns with other kinds of work, so
/// that all of them meet the same frequency of the processor and the same neighbours on the
/// machine. What disturbs a piece (another program, another guest of the same machine) only ever
/// makes it longer: the shortest of many pieces is the one that shows the work itself, which a mean
/// does not.
class Turns {
 public:
  /// Does the work once; returns its seconds by the clock.
  template <class Work>
  double take(Work work) {
    const std::clock_t cpu_start = std::clock();
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    const std::clock_t cpu_end = std::clock();
    seconds_.push_back(time.count());
    cpu_seconds_.push_back(static_cast<double>(cpu_end - cpu_start) / CLOCKS_PER_SEC);
    return time.count();
  }

  /// The shortest turn by the clock. REQUIRES, as the functions below do: a turn was taken.
  [[nodiscard]] double best_seconds() const { return *std::ranges::min_element(seconds_); }

  /// The shortest turn in CPU time of all threads, which other programs disturb less.
  [[nodiscard]] double best_cpu_seconds() const { return *std::ranges::min_element(cpu_seconds_); }

  /// The middle one of the quotients this / other, each of two turns that came after one another.
  [[nodiscard]] double median_ratio(const Turns& other) const {
    std::vector<double> ratios(seconds_.size());
    std::ranges::transform(seconds_, other.seconds_, ratios.begin(), std::divides<>());
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::ranges::nth_element(ratios, middle);
    return *middle;
  }

 private:
  std::vector<double> seconds_, cpu_seconds_;
};

}  // namespace bsg::bench
