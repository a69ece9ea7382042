#include "cli/progress/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "cli/reports/convergence.h"
#include "cli/reports/quantity.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenRedraws{100};
constexpr std::string_view kEraseLine = "\r\x1b[K";
constexpr std::size_t kUsualColumns = 80;
constexpr std::size_t kShortestBar = 5, kLongestBar = 40;

std::size_t terminal_columns() {
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualColumns;
}

std::string bar(double share, std::size_t width) {
  const auto full =
      static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(width));
  return fmt::format("[{:#<{}}{:-<{}}]", "", full, "", width - full);
}

/// "label [####----] figures" in at most `columns`; without the bar where there is no room for one.
std::string with_bar(const std::string& label, double share, const std::string& figures,
                     std::size_t columns) {
  const std::size_t taken = label.size() + figures.size() + 6;
  const std::size_t room = columns > taken ? columns - taken : 0;
  std::string line = room < kShortestBar
                         ? label + "  " + figures
                         : label + " " + bar(share, std::min(room, kLongestBar)) + " " + figures;
  line.resize(std::min(line.size(), columns > 0 ? columns - 1 : 0));
  return line;
}

/// Finished iterations, and the stages of the one at work: three, or two of skip-gram. Calibration
/// and gauge are the last things in the last one.
double share_done(const Progress& progress) {
  if (progress.iterations == 0) return 0;
  const auto before = static_cast<double>(progress.iteration - 1);
  const bool at_its_end = progress.finished != nullptr || progress.stage == Stage::calibration ||
                          progress.stage == Stage::gauge;
  const double within = at_its_end                          ? 1
                        : progress.stage == Stage::contexts ? 2.0 / 3
                        : progress.stage == Stage::targets  ? 1.0 / 3
                        : progress.stage == Stage::passes   ? 1.0 / 4
                                                            : 0;
  return (before + within) / static_cast<double>(progress.iterations);
}

std::string reading_line(const Progress& progress, std::size_t columns) {
  const std::string label(stage_label(progress.stage));
  if (progress.bytes_total == 0) {
    return with_bar(label, 0, byte_count(progress.bytes_read),
                    std::min(columns, label.size() + 14));
  }
  const double share =
      static_cast<double>(progress.bytes_read) / static_cast<double>(progress.bytes_total);
  return with_bar(label, share,
                  fmt::format("{:>5}  {} of {}", percent(share), byte_count(progress.bytes_read),
                              byte_count(progress.bytes_total)),
                  columns);
}

}  // namespace

ProgressBar::~ProgressBar() {
  if (visible_) write_standard_error(kEraseLine);
}

void ProgressBar::update(const Progress& progress) {
  const auto now = IterationPace::Clock::now();
  pace_.observe(progress, now);
  if (visible_ && now - drawn_ < kBetweenRedraws) return;
  write_standard_error(std::string(kEraseLine) + line(progress, now, terminal_columns()));
  drawn_ = now;
  visible_ = true;
}

void ProgressBar::note(std::string_view line) {
  write_standard_error(fmt::format("{}{}\n", kEraseLine, line));
  visible_ = false;
}

std::string ProgressBar::line(const Progress& progress, IterationPace::Clock::time_point now,
                              std::size_t columns) const {
  if (progress.iteration == 0) return reading_line(progress, columns);
  const std::string label = fmt::format("iteration {}/{}", progress.iteration, progress.iterations);
  const Convergence convergence = convergence_of(pace_.last());
  const std::string figures =
      pace_.finished() == 0
          ? std::string(stage_label(progress.stage))
          : fmt::format("{:>6} pairs/s  {} {:<7.3g}  {:>6} left",
                        short_count(pace_.pairs_per_second()), convergence.short_name,
                        convergence.value,
                        duration_text(pace_.seconds_left(progress.iterations, now)));
  return with_bar(label, share_done(progress), figures, columns);
}

}  // namespace bsg::cli
