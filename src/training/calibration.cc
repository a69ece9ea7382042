#include "training/calibration.h"

#include "inference/deviation_factors.h"

namespace bsg::training {

using inference::Densities;
using inference::Gauge;

namespace {

/// Some sixty blocks.
constexpr std::uint64_t kLeastTokens = 250'000;
constexpr std::uint32_t kFewestIterations = 10, kMostIterations = 40;

}  // namespace

bool calibrates(const TrainingOptions& options, std::uint64_t tokens) {
  const InferenceOptions& how = options.inference;
  if (how.calibrate != Calibrate::automatic) return how.calibrate == Calibrate::yes;
  return !options.corpus.is_sets() && tokens >= kLeastTokens && how.gauge > 0 &&
         how.iterations >= kFewestIterations && how.iterations <= kMostIterations;
}

Calibration::Calibration(const corpus::Vocabulary& vocabulary, const InferenceOptions& how)
    : dimension_(how.dimension), gauge_(how.gauge), halfway_((how.iterations + 1) / 2) {
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    counts_.push_back(vocabulary.count(word));
  }
  words_ = inference::words_of_all_counts(counts_);
}

void Calibration::note_halfway(std::uint32_t iteration, const Densities& u, const Densities& v) {
  if (iteration != halfway_) return;
  means_.clear();
  const kernels::DensityRows rows = u.rows();
  for (const std::uint32_t word : words_) {
    means_.insert(means_.end(), rows.mean(word), rows.mean(word) + dimension_);
  }
  if (gauge_ == 0) return;
  const Gauge gauge = inference::make_gauge(u, v, gauge_);
  means_ = inference::rows_in_axes(gauge.targets, std::move(means_), dimension_);
}

void Calibration::finish(const Densities& targets, const std::optional<Gauge>& gauge) {
  if (means_.empty()) return;
  const std::vector<float> moves = inference::rows_in_axes(inference::axes_of(gauge, Side::target),
                                                           std::move(moves_), dimension_);
  points_.clear();
  for (const CalibrationPoint& point : inference::deviation_factors(
           targets, counts_, {.words = words_, .halfway = means_, .moves = moves})) {
    points_.insert(points_.end(), {point.count, point.target, point.context});
  }
}

std::vector<CalibrationPoint> Calibration::points() const {
  std::vector<CalibrationPoint> points;
  for (std::size_t at = 0; at < points_.size(); at += kPointNumbers) {
    points.push_back({.count = points_[at], .target = points_[at + 1], .context = points_[at + 2]});
  }
  return points;
}

std::vector<float>& Calibration::halfway() {
  means_.resize(words_.size() * dimension_);
  return means_;
}

std::vector<float>& Calibration::point_numbers() {
  points_.resize(kPointNumbers * inference::number_of_factors(words_.size()));
  return points_;
}

}  // namespace bsg::training
