#include "comparing/distance_prior.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "kernels/normal_below.h"

namespace bsg::comparing {
namespace {

/// Bounds run from 2, or from the largest estimate, down by factors of √2.
constexpr std::size_t kBounds = 24;
constexpr double kLargest = 2;
/// Words that did not change, beside those of the list.
constexpr double kTakenForGranted = 10;
/// Of learning the weights.
constexpr int kMostSteps = 300;
constexpr double kSettled = 1e-6;

double normal_density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

/// Of true distances d given an estimate x. An estimate has the variance noise + growth · d, so
/// that
///   y(x) = 2 √(noise + growth · x) / growth
/// is nearly normal around y(d) with a variance of 1.
class Likelihood {
 public:
  /// REQUIRES: noise > 0, growth > 0.
  explicit Likelihood(const Distance& distance)
      : distance_(distance), at_(root(distance.value)), zero_(root(0)) {}

  [[nodiscard]] double of_zero() const { return normal_density(at_ - zero_); }

  /// ∫ from `low` to `high` over d, which is growth / 2 · ∫ y φ(y − y(x)) dy.
  [[nodiscard]] double between(double low, double high) const {
    const double from = at_ - root(low), to = at_ - root(high);
    const double mass = kernels::normal_below(from) - kernels::normal_below(to);
    const double integral = at_ * mass + normal_density(from) - normal_density(to);
    return std::max(integral, 0.0) * distance_.growth / 2;
  }

 private:
  [[nodiscard]] double root(double d) const {
    return 2 * std::sqrt(std::max(distance_.noise + distance_.growth * d, 0.0)) / distance_.growth;
  }

  const Distance& distance_;
  double at_;
  double zero_;
};

bool is_exact(const Distance& distance) {
  return !(distance.noise > 0 && distance.growth > 0);
}

std::vector<double> bounds_for(std::span<const Distance> distances) {
  double largest = kLargest;
  for (const Distance& distance : distances) largest = std::max(largest, distance.value);
  std::vector<double> bounds(kBounds);
  for (double& bound : bounds) {
    bound = largest;
    largest /= std::numbers::sqrt2;
  }
  return bounds;
}

/// Of each distance, by the point at 0 and then by bound.
std::vector<double> likelihoods_of(std::span<const Distance> distances,
                                   std::span<const double> bounds) {
  std::vector<double> rows;
  for (const Distance& distance : distances) {
    if (is_exact(distance)) continue;
    const Likelihood likelihood(distance);
    rows.push_back(likelihood.of_zero());
    for (const double bound : bounds) rows.push_back(likelihood.between(0, bound) / bound);
  }
  return rows;
}

/// Nearly all at 0: where estimates cannot tell small distances from none, they stay none.
std::vector<double> first_weights(std::size_t words) {
  const double each = 1 / (static_cast<double>(words) + kTakenForGranted + kBounds);
  std::vector<double> weights(kBounds + 1, each);
  weights.front() = 1 - each * kBounds;
  return weights;
}

/// One step of expectation and maximisation.
std::vector<double> improved(const std::vector<double>& weights, std::span<const double> rows) {
  std::vector<double> sums(weights.size());
  sums.front() = kTakenForGranted;
  for (; !rows.empty(); rows = rows.subspan(weights.size())) {
    const double all = std::inner_product(weights.begin(), weights.end(), rows.begin(), 0.0);
    if (!(all > 0)) continue;
    const double share = 1 / all;
    for (std::size_t k = 0; k < weights.size(); ++k) sums[k] += weights[k] * rows[k] * share;
  }
  const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
  for (double& sum : sums) sum /= total;
  return sums;
}

double largest_change(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

}  // namespace

DistancePrior::DistancePrior(std::span<const Distance> distances)
    : bounds_(bounds_for(distances)), weights_(first_weights(distances.size())) {
  const std::vector<double> rows = likelihoods_of(distances, bounds_);
  for (int step = 0; step < kMostSteps; ++step) {
    std::vector<double> next = improved(weights_, rows);
    std::swap(weights_, next);
    if (largest_change(weights_, next) < kSettled) return;
  }
}

double DistancePrior::probability_above(const Distance& distance, double threshold) const {
  if (is_exact(distance)) return distance.value > threshold ? 1 : 0;
  const Likelihood likelihood(distance);
  double all = weights_.front() * likelihood.of_zero(), above = 0;
  for (std::size_t k = 0; k < bounds_.size(); ++k) {
    const double density = weights_[k + 1] / bounds_[k];
    all += density * likelihood.between(0, bounds_[k]);
    if (bounds_[k] > threshold) above += density * likelihood.between(threshold, bounds_[k]);
  }
  return all > 0 ? std::min(above / all, 1.0) : 0;
}

}  // namespace bsg::comparing
