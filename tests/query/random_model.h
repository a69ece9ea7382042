#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "bsg/model.h"
#include "bsg/query.h"

namespace bsg::tests {

using Vector = std::vector<double>;

inline constexpr Representation kRepresentations[] = {
    Representation::target, Representation::context, Representation::sum, Representation::concat,
    Representation::target_context};

/// Words w0, w1, …; means are standard normal, variances uniform in (0.2, 1) · variance.
ModelData random_data(std::size_t words, std::size_t dimension, float variance, unsigned seed);

std::string word(std::size_t id);

/// Mean and variance of a word, put together straight from the model.
struct Gaussian {
  Vector mean, variance;
};
enum class Place : std::uint8_t { query, answer };
Gaussian gaussian(const Model& model, Representation representation, Place place, WordId id);

/// A word's place in a query: what its draw is multiplied by.
using Factors = std::map<WordId, double>;

/// Draws of a query's sum T and of an answer d. u and v of every word are drawn once a time, so a
/// word on both sides varies together with itself.
class Draws {
 public:
  Draws(const Model& model, Representation representation, Factors query, unsigned seed);

  void next();
  [[nodiscard]] const Vector& sum() const { return sum_; }
  /// REQUIRES: id was named to watch() or is in the query.
  [[nodiscard]] Vector answer(WordId id) const;
  void watch(WordId id) { sides_[id]; }

 private:
  struct Sides {
    Vector target, context;
  };

  Model model_;
  Representation representation_;
  Factors query_;
  std::mt19937_64 random_;
  std::map<WordId, Sides> sides_;
  Vector sum_;
};

double dot(const Vector& a, const Vector& b);

/// Mean and variance of a sample with their standard errors.
class Sample {
 public:
  void add(double value) { values_.push_back(value); }
  [[nodiscard]] double mean() const;
  [[nodiscard]] double variance() const;
  [[nodiscard]] double mean_error() const;
  [[nodiscard]] double variance_error() const;

 private:
  [[nodiscard]] double central_moment(int order) const;

  Vector values_;
};

}  // namespace bsg::tests
