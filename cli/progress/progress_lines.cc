#include "cli/progress/progress_lines.h"

#include <fmt/format.h>

#include <string>

#include "cli/reports/convergence.h"
#include "cli/reports/quantity.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::chrono::seconds kBetweenReadingLines{10};
constexpr std::uint32_t kMostIterationLines = 100;

}  // namespace

void ProgressLines::update(const Progress& progress) {
  const auto now = IterationPace::Clock::now();
  pace_.observe(progress, now);
  const bool reading = progress.iteration == 0 && progress.stage <= Stage::encoding;
  if (is_reading_ && (!reading || progress.stage != reading_.stage)) finish_reading(now);
  if (reading) {
    update_reading(progress, now);
  } else if (progress.finished != nullptr) {
    update_iteration(progress, now);
  }
}

void ProgressLines::note(std::string_view line) {
  if (is_reading_) finish_reading(IterationPace::Clock::now());
  write_standard_error(fmt::format("{}\n", line));
}

void ProgressLines::update_reading(const Progress& progress, IterationPace::Clock::time_point now) {
  if (!is_reading_) reading_since_ = reading_told_ = now;
  is_reading_ = true;
  reading_ = progress;
  if (now - reading_told_ < kBetweenReadingLines) return;
  reading_told_ = now;
  const std::string total =
      progress.bytes_total > 0 ? " of " + byte_count(progress.bytes_total) : std::string();
  write_standard_error(fmt::format("{}: {}{}\n", stage_label(progress.stage),
                                   byte_count(progress.bytes_read), total));
}

void ProgressLines::finish_reading(IterationPace::Clock::time_point now) {
  is_reading_ = false;
  const std::chrono::duration<double> elapsed = now - reading_since_;
  write_standard_error(fmt::format("{}: {} in {}\n", stage_label(reading_.stage),
                                   byte_count(reading_.bytes_read),
                                   duration_text(elapsed.count())));
}

void ProgressLines::update_iteration(const Progress& progress,
                                     IterationPace::Clock::time_point now) const {
  const std::uint32_t every = (progress.iterations + kMostIterationLines - 1) / kMostIterationLines;
  const bool last = progress.iteration == progress.iterations;
  if (every > 1 && !last && progress.iteration % every != 0) return;
  const std::string left =
      last ? std::string()
           : ", " + duration_text(pace_.seconds_left(progress.iterations, now)) + " left";
  write_standard_error(fmt::format("iteration {}/{}: {} pairs/s, {}{}\n", progress.iteration,
                                   progress.iterations, short_count(pace_.pairs_per_second()),
                                   convergence_text(pace_.last()), left));
}

}  // namespace bsg::cli
