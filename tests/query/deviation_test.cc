#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include "bsg/query.h"
#include "query/random_model.h"

/// Deviations of scores against the delta method with derivatives taken numerically, one coordinate
/// at a time, from formulas of the scores that are written here anew.

namespace bsg::tests {
namespace {

/// Words of a question with their factors, and the answer, which may be one of them.
struct Case {
  Composition query;
  Factors coefficients;
  WordId answer;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{{{{"w1"}, {}}, {{1, 1}}, 2},
                                     {{{"w1", "w2"}, {"w3"}}, {{1, 1}, {2, 1}, {3, -1}}, 4},
                                     {{{"w1", "w2"}, {"w3"}}, {{1, 1}, {2, 1}, {3, -1}}, 3},
                                     {{{"w1", "w2", "w1"}, {}}, {{1, 2}, {2, 1}}, 1},
                                     {{{"w1"}, {}}, {{1, 1}}, 1}};
  return all;
}

/// u and v of every word: what another text would change.
struct Means {
  std::vector<Vector> target, context;
};

Means means_of(const Model& model) {
  Means means;
  for (WordId id = 0; id < model.size(); ++id) {
    const auto u = model.mean(Side::target, id), v = model.mean(Side::context, id);
    means.target.emplace_back(u.begin(), u.end());
    means.context.emplace_back(v.begin(), v.end());
  }
  return means;
}

Vector represent(const Means& means, Representation representation, Place place, WordId id) {
  const Vector &u = means.target[id], &v = means.context[id];
  Vector result = u;
  switch (representation) {
    case Representation::target:
      break;
    case Representation::context:
      return v;
    case Representation::target_context:
      return place == Place::query ? u : v;
    case Representation::sum:
      for (std::size_t k = 0; k < u.size(); ++k) result[k] += v[k];
      break;
    case Representation::concat:
      result.insert(result.end(), v.begin(), v.end());
  }
  return result;
}

Vector sum_of(const Means& means, Representation representation, const Factors& factors) {
  Vector sum;
  for (const auto& [id, factor] : factors) {
    const Vector value = represent(means, representation, Place::query, id);
    sum.resize(value.size());
    for (std::size_t k = 0; k < value.size(); ++k) sum[k] += factor * value[k];
  }
  return sum;
}

/// What lets means scatter: another text, where variances have their factors, or the posterior.
enum class Over : std::uint8_t { texts, posterior };

/// Σ (∂f/∂mean)² · variance · factor² over every coordinate of every word, square root.
double delta_method(const Model& model, const std::function<double(const Means&)>& score,
                    Over over = Over::texts) {
  constexpr double kStep = 1e-5;
  Means means = means_of(model);
  double sum = 0;
  for (const Side side : {Side::target, Side::context}) {
    std::vector<Vector>& rows = side == Side::target ? means.target : means.context;
    for (WordId id = 0; id < model.size(); ++id) {
      for (std::size_t k = 0; k < rows[id].size(); ++k) {
        const double mean = rows[id][k];
        rows[id][k] = mean + kStep;
        const double above = score(means);
        rows[id][k] = mean - kStep;
        const double below = score(means);
        rows[id][k] = mean;
        const double slope = (above - below) / (2 * kStep);
        const double scatter =
            over == Over::texts ? model.deviation_factor(side, model.count(id)) : 1;
        sum += slope * slope * scatter * scatter * static_cast<double>(model.variance(side, id)[k]);
      }
    }
  }
  return std::sqrt(sum);
}

/// Factors of a query's words where each is brought to unit length, at the model's own means: how
/// far a word counts is part of the question.
Factors at_unit_length(const Model& model, Representation representation, const Factors& factors) {
  if (factors.size() < 2) return factors;
  Factors unit;
  for (const auto& [id, factor] : factors) {
    const Vector mean = represent(means_of(model), representation, Place::query, id);
    unit[id] = factor / std::sqrt(dot(mean, mean));
  }
  return unit;
}

/// Six words as they are, and with factors of their own for each count and side: they occur from
/// six times to once, and the last one never.
std::vector<Model> models(unsigned seed) {
  ModelData data = random_data(6, 5, 0.05F, seed);
  std::vector<Model> both{Model(data)};
  data.counts.back() = 0;
  data.calibration = {{.count = 2, .target = 3, .context = 0.5F},
                      {.count = 5, .target = 0.25F, .context = 2}};
  both.emplace_back(std::move(data));
  return both;
}

class Deviation : public testing::TestWithParam<Representation> {};

TEST_P(Deviation, OfTheCosine) {
  for (const Model& model : models(41)) {
    const Query query(model, {.representation = GetParam()});
    for (const Case& c : cases()) {
      const Factors factors = at_unit_length(model, GetParam(), c.coefficients);
      const auto cosine = [&](const Means& means) {
        const Vector a = sum_of(means, GetParam(), factors);
        const Vector b = represent(means, GetParam(), Place::answer, c.answer);
        return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
      };
      const Score score = query.similarity(c.query, word(c.answer));
      EXPECT_NEAR(score.value, cosine(means_of(model)), 1e-12);
      EXPECT_NEAR(score.deviation, delta_method(model, cosine), 1e-7);
      const double deviation = delta_method(model, cosine, Over::posterior);
      EXPECT_NEAR(score.lower, score.value - kLowerBoundDeviations * deviation, 1e-7);
    }
  }
}

TEST_P(Deviation, OfTheProbability) {
  for (const Model& model : models(42)) {
    const Query query(model, {.measure = Measure::probability, .representation = GetParam()});
    for (const Case& c : cases()) {
      const Score score = query.similarity(c.query, word(c.answer));
      // The mean of y has the trace of the answer's covariance where it is in the query, too.
      const double moved =
          score.product_mean - dot(sum_of(means_of(model), GetParam(), c.coefficients),
                                   represent(means_of(model), GetParam(), Place::answer, c.answer));
      const double moderation = std::sqrt(1 + std::numbers::pi * score.product_variance / 8);
      const auto logit = [&](const Means& means) {
        return (moved + dot(sum_of(means, GetParam(), c.coefficients),
                            represent(means, GetParam(), Place::answer, c.answer))) /
               moderation;
      };
      const auto probability = [&](const Means& means) {
        return 1 / (1 + std::exp(-logit(means)));
      };
      EXPECT_NEAR(score.value, probability(means_of(model)), 1e-12);
      EXPECT_NEAR(score.deviation, delta_method(model, probability), 1e-8);
      const double lower = logit(means_of(model)) -
                           kLowerBoundDeviations * delta_method(model, logit, Over::posterior);
      EXPECT_NEAR(score.lower, 1 / (1 + std::exp(-lower)), 1e-8);
    }
  }
}

TEST_P(Deviation, OfTheDivergence) {
  for (const Model& model : models(43)) {
    const Query query(model, {.measure = Measure::kl, .representation = GetParam()});
    for (const Case& c : cases()) {
      Vector variance;
      for (const auto& [id, factor] : c.coefficients) {
        const Vector word_variance = gaussian(model, GetParam(), Place::query, id).variance;
        variance.resize(word_variance.size());
        for (std::size_t k = 0; k < variance.size(); ++k)
          variance[k] += factor * factor * word_variance[k];
      }
      const Vector other = gaussian(model, GetParam(), Place::answer, c.answer).variance;
      const auto divergence = [&](const Means& means) {
        const Vector a = sum_of(means, GetParam(), c.coefficients);
        const Vector b = represent(means, GetParam(), Place::answer, c.answer);
        double sum = 0;
        for (std::size_t k = 0; k < a.size(); ++k) {
          sum += variance[k] / other[k] + other[k] / variance[k] - 2 +
                 (a[k] - b[k]) * (a[k] - b[k]) * (1 / variance[k] + 1 / other[k]);
        }
        return -sum / 2;
      };
      const Score score = query.similarity(c.query, word(c.answer));
      const double value = divergence(means_of(model));
      EXPECT_NEAR(score.value, value, 1e-9 * std::abs(value) + 1e-12);
      const double deviation = delta_method(model, divergence);
      EXPECT_NEAR(score.deviation, deviation, 1e-6 * deviation + 1e-7);
      const double wider = delta_method(model, divergence, Over::posterior);
      EXPECT_NEAR(score.lower, value - kLowerBoundDeviations * wider, 1e-6 * wider + 1e-7);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Representations, Deviation, testing::ValuesIn(kRepresentations));

TEST(DeviationOfTheCosine, IsAtMostOneAndZeroWhereNothingScatters) {
  ModelData data = random_data(3, 4, 100, 44);
  std::fill_n(data.target_mean.begin(), 4, 0.0F);
  const Query query{Model(data)};
  EXPECT_EQ(query.similarity("w0", "w1").deviation, 1);
  EXPECT_EQ(query.similarity("w1", "w2").deviation, 1);
  EXPECT_NEAR(query.similarity("w1", "w1").deviation, 0, 1e-7);
  data.target_variance.clear();
  data.context_variance.clear();
  const Score points = Query(Model(data)).similarity("w1", "w2");
  EXPECT_EQ(points.deviation, 0);
  EXPECT_EQ(points.lower, points.value);
}

}  // namespace
}  // namespace bsg::tests
