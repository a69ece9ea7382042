#include "query/measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "kernels/normal_below.h"
#include "query/side_by_side.h"

namespace bsg::query {
namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return sum_side_by_side(a.size(), [&](std::size_t k) { return a[k] * b[k]; });
}

double square(double x) {
  return x * x;
}

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// sqrt(E‖x‖²).
double expected_length(const Density& density) {
  return std::sqrt(dot(density.mean, density.mean) + total(density.variance));
}

Density sum_of(const Comparison& comparison) {
  Density sum = comparison.rest;
  add_scaled(sum, comparison.shared_factor, comparison.answer);
  return sum;
}

}  // namespace

ProductMoments product_moments(const Comparison& comparison, Spread spread) {
  const auto& [rest, a, answer] = comparison;
  ProductMoments moments;
  for (std::size_t k = 0; k < answer.mean.size(); ++k) {
    const double rest_mean = rest.mean[k], rest_variance = (rest.*spread)[k];
    const double mean = answer.mean[k], variance = (answer.*spread)[k];
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
  // A word against itself gives exactly 1: the square root of a square is exact.
  const double lengths = std::sqrt(dot(a.mean, a.mean) * dot(b.mean, b.mean));
  return lengths > 0 ? std::clamp(dot(a.mean, b.mean) / lengths, -1.0, 1.0) : 0;
}

double cosine_deviation(const Comparison& comparison, const Density& sum, double cosine,
                        Spread spread) {
  const Density &rest = comparison.rest, &answer = comparison.answer;
  const double a = comparison.shared_factor;
  const double sum_length = length(sum), answer_length = length(answer);
  if (!(sum_length > 0) || !(answer_length > 0)) {
    return total(rest.*spread) + total(answer.*spread) > 0 ? 1 : 0;
  }
  const double to_sum = 1 / sum_length, to_answer = 1 / answer_length;
  const double variance = sum_side_by_side(answer.mean.size(), [&](std::size_t k) {
    const double p = sum.mean[k] * to_sum, q = answer.mean[k] * to_answer;
    const double by_rest = (q - cosine * p) * to_sum;
    const double by_answer = (p - cosine * q) * to_answer + a * by_rest;
    return square(by_rest) * (rest.*spread)[k] + square(by_answer) * (answer.*spread)[k];
  });
  return std::min(std::sqrt(variance), 1.0);
}

CosineMoments cosine_moments(const Comparison& comparison) {
  const auto& [rest, a, answer] = comparison;
  const Density sum = sum_of(comparison);
  const double sum_length = expected_length(sum), answer_length = expected_length(answer);
  if (!(sum_length > 0) || !(answer_length > 0)) return {};
  const double lengths = sum_length * answer_length;
  const double c = (dot(sum.mean, answer.mean) + a * total(answer.variance)) / lengths;
  double variance = 0;
  for (std::size_t k = 0; k < answer.mean.size(); ++k) {
    const double p = sum.mean[k] / sum_length, q = answer.mean[k] / answer_length;
    const double by_rest = (q - c * p) / sum_length;
    const double by_answer = (p - c * q) / answer_length + a * by_rest;
    variance += square(by_rest) * rest.variance[k] + square(by_answer) * answer.variance[k] +
                rest.variance[k] * answer.variance[k] / square(lengths);
  }
  return {c, std::min(std::sqrt(variance), 1.0)};
}

double moderated_logit(const ProductMoments& moments) {
  return moments.mean / std::sqrt(1 + std::numbers::pi * moments.variance / 8);
}

double moderated_logit_deviation(const Comparison& comparison, const Density& sum, double /*logit*/,
                                 Spread spread) {
  const auto& [rest, a, answer] = comparison;
  double variance = 0;
  for (std::size_t k = 0; k < answer.mean.size(); ++k) {
    variance += square(answer.mean[k]) * (rest.*spread)[k] +
                square(sum.mean[k] + a * answer.mean[k]) * (answer.*spread)[k];
  }
  const double by_mean = moderated_logit({1, product_moments(comparison).variance});
  return by_mean * std::sqrt(variance);
}

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

double logistic_slope(double x) {
  return logistic(x) * logistic(-x);
}

double negative_symmetric_kl(const Density& a, const Density& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.mean.size(); ++k) {
    const double va = a.variance[k], vb = b.variance[k];
    sum += square(va - vb) / (va * vb) + square(a.mean[k] - b.mean[k]) * (1 / va + 1 / vb);
  }
  return sum > 0 ? -sum / 2 : 0;
}

double negative_symmetric_kl_deviation(const Comparison& comparison, const Density& sum,
                                       double /*similarity*/, Spread spread) {
  const auto& [rest, a, answer] = comparison;
  double variance = 0;
  for (std::size_t k = 0; k < answer.mean.size(); ++k) {
    const double by_sum =
        (sum.mean[k] - answer.mean[k]) * (1 / sum.variance[k] + 1 / answer.variance[k]);
    variance += square(by_sum) * ((rest.*spread)[k] + square(a - 1) * (answer.*spread)[k]);
  }
  return std::sqrt(variance);
}

std::optional<double> order_probability(const Density& sum, const Density& first,
                                        const Density& second) {
  Density difference = first;
  add_scaled(difference, -1, second);
  const ProductMoments moments = product_moments({sum, 0, difference}, &Density::scatter);
  if (!(moments.variance > 0)) return std::nullopt;
  return kernels::normal_below(moments.mean / std::sqrt(moments.variance));
}

}  // namespace bsg::query
