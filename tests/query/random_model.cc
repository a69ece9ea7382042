#include "query/random_model.h"

#include <fmt/format.h>

#include <cmath>

namespace bsg::tests {
namespace {

Vector to_double(std::span<const float> values) {
  return {values.begin(), values.end()};
}

Vector represent(Representation representation, Place place, const Vector& u, const Vector& v) {
  if (representation == Representation::target) return u;
  if (representation == Representation::context) return v;
  if (representation == Representation::target_context) return place == Place::query ? u : v;
  Vector result = u;
  if (representation == Representation::concat) {
    result.insert(result.end(), v.begin(), v.end());
  } else {
    for (std::size_t k = 0; k < u.size(); ++k) result[k] += v[k];
  }
  return result;
}

Vector draw(std::span<const float> mean, std::span<const float> variance, std::mt19937_64& random) {
  Vector values;
  std::normal_distribution<double> normal;
  for (std::size_t k = 0; k < mean.size(); ++k) {
    values.push_back(static_cast<double>(mean[k]) +
                     std::sqrt(static_cast<double>(variance[k])) * normal(random));
  }
  return values;
}

}  // namespace

std::string word(std::size_t id) {
  return fmt::format("w{}", id);
}

ModelData random_data(std::size_t words, std::size_t dimension, float variance, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> uniform(0.2F * variance, variance);
  ModelData data;
  data.dimension = dimension;
  for (std::size_t id = 0; id < words; ++id) {
    data.words.push_back(word(id));
    data.counts.push_back(words - id);
  }
  for (std::size_t k = 0; k < words * dimension; ++k) {
    data.target_mean.push_back(normal(random));
    data.context_mean.push_back(normal(random));
    data.target_variance.push_back(uniform(random));
    data.context_variance.push_back(uniform(random));
  }
  return data;
}

Gaussian gaussian(const Model& model, Representation representation, Place place, WordId id) {
  return {represent(representation, place, to_double(model.mean(Side::target, id)),
                    to_double(model.mean(Side::context, id))),
          represent(representation, place, to_double(model.variance(Side::target, id)),
                    to_double(model.variance(Side::context, id)))};
}

Draws::Draws(const Model& model, Representation representation, Factors query, unsigned seed)
    : model_(model), representation_(representation), query_(std::move(query)), random_(seed) {
  for (const auto& [id, factor] : query_) watch(id);
}

void Draws::next() {
  for (auto& [id, sides] : sides_) {
    sides.target = draw(model_.mean(Side::target, id), model_.variance(Side::target, id), random_);
    sides.context =
        draw(model_.mean(Side::context, id), model_.variance(Side::context, id), random_);
  }
  sum_.clear();
  for (const auto& [id, factor] : query_) {
    const Sides& sides = sides_.at(id);
    const Vector value = represent(representation_, Place::query, sides.target, sides.context);
    sum_.resize(value.size());
    for (std::size_t k = 0; k < value.size(); ++k) sum_[k] += factor * value[k];
  }
}

Vector Draws::answer(WordId id) const {
  const Sides& sides = sides_.at(id);
  return represent(representation_, Place::answer, sides.target, sides.context);
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

double Sample::mean() const {
  double sum = 0;
  for (const double value : values_) sum += value;
  return sum / static_cast<double>(values_.size());
}

double Sample::central_moment(int order) const {
  const double center = mean();
  double sum = 0;
  for (const double value : values_) sum += std::pow(value - center, order);
  return sum / static_cast<double>(values_.size());
}

double Sample::variance() const {
  return central_moment(2);
}

double Sample::mean_error() const {
  return std::sqrt(variance() / static_cast<double>(values_.size()));
}

double Sample::variance_error() const {
  return std::sqrt((central_moment(4) - variance() * variance()) /
                   static_cast<double>(values_.size()));
}

}  // namespace bsg::tests
