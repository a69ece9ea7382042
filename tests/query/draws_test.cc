#include <gtest/gtest.h>

#include <cmath>

#include "bsg/query.h"
#include "query/random_model.h"

/// Moments, deviations and probabilities of order against draws from the densities.

namespace bsg::tests {
namespace {

constexpr int kDraws = 50000;
constexpr int kCosineDraws = 10000;

struct Case {
  const char* name;
  Composition query;
  std::map<WordId, double> coefficients;
  WordId answer;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"two words", {{"w1"}, {}}, {{1, 1}}, 2},
      {"a word with itself", {{"w1"}, {}}, {{1, 1}}, 1},
      {"three words", {{"w1", "w2"}, {"w3"}}, {{1, 1}, {2, 1}, {3, -1}}, 4},
      {"with the answer in it", {{"w1", "w2"}, {"w3"}}, {{1, 1}, {2, 1}, {3, -1}}, 3},
      {"a word twice", {{"w1", "w2", "w1"}, {}}, {{1, 2}, {2, 1}}, 1},
      {"a word that cancels", {{"w1", "w2"}, {"w1"}}, {{1, 0}, {2, 1}}, 1}};
  return all;
}

int words_that_count(const Case& c) {
  int words = 0;
  for (const auto& [id, coefficient] : c.coefficients) words += coefficient != 0 ? 1 : 0;
  return words;
}

Factors factors(const Model& model, Representation representation, const Case& c, bool unit) {
  Factors all;
  for (const auto& [id, coefficient] : c.coefficients) {
    const Vector mean = gaussian(model, representation, Place::query, id).mean;
    const bool scaled = unit && words_that_count(c) > 1;
    all[id] = scaled ? coefficient / std::sqrt(dot(mean, mean)) : coefficient;
  }
  return all;
}

class AgainstDraws : public testing::TestWithParam<Representation> {};

TEST_P(AgainstDraws, MomentsOfTheProduct) {
  const Model model(random_data(6, 3, 1.0F, 11));
  for (const bool raw : {false, true}) {
    const Query query(model, {.representation = GetParam(), .raw = raw});
    for (const Case& c : cases()) {
      Draws draws(model, GetParam(), factors(model, GetParam(), c, !raw), 5);
      draws.watch(c.answer);
      Sample sample;
      for (int n = 0; n < kDraws; ++n) {
        draws.next();
        sample.add(dot(draws.sum(), draws.answer(c.answer)));
      }
      const Score score = query.similarity(c.query, word(c.answer));
      EXPECT_NEAR(score.product_mean, sample.mean(), 5 * sample.mean_error()) << c.name;
      EXPECT_NEAR(score.product_variance, sample.variance(), 5 * sample.variance_error()) << c.name;
    }
  }
}

/// Spread of the variances, and how near the delta method comes to the draws' deviation: a part of
/// it, and, where the query contains the answer and the deviation is near 0, an absolute error.
struct Width {
  std::size_t dimension;
  float variance;
  double relative;
  double absolute;
};

void expect_deviations_of_cosines(Representation representation, Width width) {
  const Model model(random_data(6, width.dimension, width.variance, 12));
  for (const bool raw : {false, true}) {
    const Query query(model, {.representation = representation, .raw = raw});
    for (const Case& c : cases()) {
      Draws draws(model, representation, factors(model, representation, c, !raw), 6);
      draws.watch(c.answer);
      Sample sample;
      for (int n = 0; n < kCosineDraws; ++n) {
        draws.next();
        const Vector answer = draws.answer(c.answer);
        const double lengths = std::sqrt(dot(draws.sum(), draws.sum()) * dot(answer, answer));
        sample.add(dot(draws.sum(), answer) / lengths);
      }
      const Score score = query.similarity(c.query, word(c.answer));
      const double deviation = std::sqrt(sample.variance());
      EXPECT_NEAR(score.cosine_deviation, deviation, width.relative * deviation + width.absolute)
          << c.name;
      EXPECT_NEAR(score.cosine_mean, sample.mean(), 5 * sample.mean_error() + 0.02) << c.name;
      if (width.variance < 0.01F) {
        EXPECT_NEAR(score.cosine, sample.mean(), 5 * sample.mean_error() + 2e-3) << c.name;
      }
    }
  }
}

TEST_P(AgainstDraws, DeviationOfTheCosineOfNarrowDensities) {
  expect_deviations_of_cosines(
      GetParam(), {.dimension = 4, .variance = 1e-3F, .relative = 0.03, .absolute = 1e-9});
}

TEST_P(AgainstDraws, DeviationOfTheCosineOfWideDensities) {
  expect_deviations_of_cosines(
      GetParam(), {.dimension = 20, .variance = 0.3F, .relative = 0.05, .absolute = 0.025});
  expect_deviations_of_cosines(
      GetParam(), {.dimension = 20, .variance = 3, .relative = 0.05, .absolute = 0.025});
}

TEST_P(AgainstDraws, ProbabilityOfTheOrder) {
  const Model model(random_data(8, 6, 0.02F, 13));
  for (const Measure measure : {Measure::cosine, Measure::probability}) {
    const bool unit = measure == Measure::cosine;
    const Query query(model, {.measure = measure, .representation = GetParam()});
    const Case& c = cases()[2];
    const std::vector<Answer> answers = query.neighbors(c.query, 4);
    Draws draws(model, GetParam(), factors(model, GetParam(), c, unit), 7);
    std::vector<double> scale;
    for (const Answer& answer : answers) {
      draws.watch(answer.id);
      const Vector mean = gaussian(model, GetParam(), Place::answer, answer.id).mean;
      scale.push_back(unit ? 1 / std::sqrt(dot(mean, mean)) : 1);
    }
    std::vector<int> wins(answers.size());
    for (int n = 0; n < kDraws; ++n) {
      draws.next();
      for (std::size_t k = 0; k + 1 < answers.size(); ++k) {
        const double first = scale[k] * dot(draws.sum(), draws.answer(answers[k].id));
        const double next = scale[k + 1] * dot(draws.sum(), draws.answer(answers[k + 1].id));
        wins[k] += first > next ? 1 : 0;
      }
    }
    for (std::size_t k = 0; k + 1 < answers.size(); ++k) {
      EXPECT_NEAR(answers[k].beats_next.value(), wins[k] / double{kDraws}, 0.015) << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Representations, AgainstDraws, testing::ValuesIn(kRepresentations));

}  // namespace
}  // namespace bsg::tests
