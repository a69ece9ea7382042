#include "query/measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bsg::query {
namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

double square(double x) {
  return x * x;
}

Density sum_of(const Comparison& comparison) {
  Density sum = comparison.rest;
  add_scaled(sum, comparison.shared_factor, comparison.answer);
  return sum;
}

}  // namespace

ProductMoments product_moments(const Comparison& comparison) {
  const auto& [rest, a, answer] = comparison;
  ProductMoments moments;
  for (std::size_t k = 0; k < answer.mean.size(); ++k) {
    const double rest_mean = rest.mean[k], rest_variance = rest.variance[k];
    const double mean = answer.mean[k], variance = answer.variance[k];
    moments.mean += rest_mean * mean + a * (square(mean) + variance);
    moments.variance += rest_variance * variance + square(rest_mean) * variance +
                        square(mean) * rest_variance +
                        square(a) * (2 * square(variance) + 4 * square(mean) * variance) +
                        4 * a * rest_mean * variance * mean;
  }
  moments.variance = std::max(moments.variance, 0.0);
  return moments;
}

double cosine(const Density& a, const Density& b) {
  const double lengths = length(a) * length(b);
  return lengths > 0 ? std::clamp(dot(a.mean, b.mean) / lengths, -1.0, 1.0) : 0;
}

/// With T̂ and d̂ of unit length and c their cosine, the gradient is (T̂ − c d̂)/|d| by d and
/// (d̂ − c T̂)/|T| by T; d is also part of T, a times.
double cosine_deviation(const Comparison& comparison) {
  const auto& [rest, a, answer] = comparison;
  const Density sum = sum_of(comparison);
  const bool varies = std::ranges::any_of(answer.variance, [](double v) { return v > 0; });
  const bool same = a != 0 && std::ranges::all_of(rest.mean, [](double x) { return x == 0; }) &&
                    std::ranges::all_of(rest.variance, [](double x) { return x == 0; });
  if (!varies || same) return 0;
  const double sum_length = length(sum), answer_length = length(answer);
  if (!(sum_length > 0) || !(answer_length > 0)) {
    return 1 / std::sqrt(static_cast<double>(answer.mean.size()));
  }
  const double c = cosine(sum, answer);
  double variance = 0;
  for (std::size_t k = 0; k < answer.mean.size(); ++k) {
    const double sum_unit = sum.mean[k] / sum_length, unit = answer.mean[k] / answer_length;
    const double by_rest = (unit - c * sum_unit) / sum_length;
    const double by_answer = (sum_unit - c * unit) / answer_length + a * by_rest;
    variance += square(by_rest) * rest.variance[k] + square(by_answer) * answer.variance[k];
  }
  return std::sqrt(variance);
}

double moderated_logit(const ProductMoments& moments) {
  return moments.mean / std::sqrt(1 + std::numbers::pi * moments.variance / 8);
}

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

double negative_symmetric_kl(const Density& a, const Density& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.mean.size(); ++k) {
    const double va = a.variance[k], vb = b.variance[k];
    sum += square(va - vb) / (va * vb) + square(a.mean[k] - b.mean[k]) * (1 / va + 1 / vb);
  }
  return sum > 0 ? -sum / 2 : 0;
}

std::optional<double> order_probability(const Density& sum, const Density& first,
                                        const Density& second) {
  Density difference = first;
  add_scaled(difference, -1, second);
  const ProductMoments moments = product_moments({sum, 0, difference});
  if (!(moments.variance > 0)) return std::nullopt;
  return std::erfc(-moments.mean / std::sqrt(2 * moments.variance)) / 2;
}

}  // namespace bsg::query
