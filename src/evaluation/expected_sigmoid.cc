#include "evaluation/expected_sigmoid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace bsg::evaluation {
namespace {

/// In standard deviations: how far the sum goes, and the distance of its points, which must be
/// finer where σ is steep.
constexpr double kReach = 9;
constexpr double kDistance = 0.5;
constexpr double kWidestAtThat = 2;

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

}  // namespace

double log_sigmoid(double x) {
  return std::min(x, 0.0) - std::log1p(std::exp(-std::abs(x)));
}

double log_expected_sigmoid(double mean, double variance) {
  if (variance < 1e-12) return log_sigmoid(mean);
  const double deviation = std::sqrt(variance);
  const double distance = kDistance / std::max(1.0, std::ceil(deviation / kWidestAtThat));
  double sum = sigmoid(mean);
  for (double t = distance; t <= kReach; t += distance) {
    sum += std::exp(-t * t / 2) * (sigmoid(mean + t * deviation) + sigmoid(mean - t * deviation));
  }
  const double expected = distance / std::sqrt(2 * std::numbers::pi) * sum;
  return std::log(std::clamp(expected, std::numeric_limits<double>::min(), 1.0));
}

}  // namespace bsg::evaluation
