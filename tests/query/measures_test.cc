#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "bsg/error.h"
#include "bsg/query.h"
#include "query/random_model.h"

namespace bsg::tests {
namespace {

ModelData two_words() {
  ModelData data;
  data.dimension = 2;
  data.words = {"a", "b"};
  data.counts = {2, 1};
  data.target_mean = {1, 2, 3, -1};
  data.target_variance = {0.5F, 0.25F, 2, 1};
  data.context_mean = {-1, 0.5F, 2, 4};
  data.context_variance = {1, 3, 0.5F, 0.125F};
  return data;
}

TEST(Similarity, HasTheNumbersOfTheFormulas) {
  const Model model(two_words());
  const Score score = Query(model).similarity("a", "b");
  EXPECT_DOUBLE_EQ(score.product_mean, 1);
  // Σ σ²σ² + μ_a² σ_b² + μ_b² σ_a²
  EXPECT_DOUBLE_EQ(score.product_variance, 1.25 + (1 * 2 + 4 * 1) + (9 * 0.5 + 1 * 0.25));
  EXPECT_DOUBLE_EQ(score.cosine, 1 / std::sqrt(50.0));
  EXPECT_DOUBLE_EQ(score.value, score.cosine);
  const Score probability = Query(model, {.measure = Measure::probability}).similarity("a", "b");
  EXPECT_DOUBLE_EQ(probability.value,
                   1 / (1 + std::exp(-1 / std::sqrt(1 + std::numbers::pi * 12 / 8))));
}

TEST(Similarity, OfAWordWithItself) {
  const Model model(two_words());
  const Score score = Query(model).similarity("a", "a");
  EXPECT_DOUBLE_EQ(score.product_mean, 5 + 0.75);
  EXPECT_DOUBLE_EQ(score.product_variance, 2 * (0.25 + 0.0625) + 4 * (0.5 + 4 * 0.25));
  EXPECT_DOUBLE_EQ(score.cosine, 1);
  EXPECT_NEAR(score.cosine_deviation, 0, 1e-12);
  EXPECT_EQ(Query(model, {.measure = Measure::kl}).similarity("a", "a").value, 0);
  const Score around =
      Query(model, {.representation = Representation::target_context}).similarity("a", "a");
  EXPECT_DOUBLE_EQ(around.product_mean, 0);
  EXPECT_DOUBLE_EQ(around.product_variance, (0.5 + 0.75) + (1 + 12) + (0.5 + 0.0625));
  EXPECT_GT(around.cosine_deviation, 0);
}

/// Σ_k log σ²_b − log σ²_a + (μ_b − μ_a)²/σ²_b + σ²_a/σ²_b − 1, halved.
double divergence(const Gaussian& a, const Gaussian& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.mean.size(); ++k) {
    sum += std::log(b.variance[k]) - std::log(a.variance[k]) +
           std::pow(b.mean[k] - a.mean[k], 2) / b.variance[k] + a.variance[k] / b.variance[k] - 1;
  }
  return sum / 2;
}

TEST(Similarity, KullbackLeiblerBothWays) {
  const Model model(random_data(5, 7, 2.0F, 3));
  for (const Representation representation : kRepresentations) {
    const Gaussian a = gaussian(model, representation, Place::query, 1);
    const Gaussian b = gaussian(model, representation, Place::answer, 4);
    const Query query(model, {.measure = Measure::kl, .representation = representation});
    EXPECT_NEAR(query.similarity("w1", "w4").value, -divergence(a, b) - divergence(b, a), 1e-9);
  }
}

TEST(Similarity, OfCompositionsIsRawUnlessCosine) {
  const Model model(random_data(5, 7, 2.0F, 4));
  const Composition composition{{"w1", "w2"}, {"w0"}};
  for (const Measure measure : {Measure::probability, Measure::kl}) {
    const Score as_is = Query(model, {.measure = measure}).similarity(composition, "w3");
    const Score raw = Query(model, {.measure = measure, .raw = true}).similarity(composition, "w3");
    EXPECT_EQ(as_is.value, raw.value);
    EXPECT_EQ(as_is.product_variance, raw.product_variance);
  }
  EXPECT_NE(Query(model).similarity(composition, "w3").value,
            Query(model, {.raw = true}).similarity(composition, "w3").value);
  Gaussian sum = gaussian(model, Representation::target, Place::query, 1);
  for (const WordId id : {2U, 0U}) {
    const Gaussian other = gaussian(model, Representation::target, Place::query, id);
    for (std::size_t k = 0; k < sum.mean.size(); ++k) {
      sum.mean[k] += id == 0 ? -other.mean[k] : other.mean[k];
      sum.variance[k] += other.variance[k];
    }
  }
  const Gaussian answer = gaussian(model, Representation::target, Place::answer, 3);
  EXPECT_NEAR(Query(model, {.measure = Measure::kl}).similarity(composition, "w3").value,
              -divergence(sum, answer) - divergence(answer, sum), 1e-9);
}

TEST(Similarity, DirectionsWithoutPreferenceDeviateLikeRandomOnes) {
  ModelData data = random_data(2, 25, 1, 3);
  std::ranges::fill(data.target_mean, 0.0F);
  std::ranges::fill(data.target_variance, 0.7F);
  const Score score = Query(Model(data)).similarity(word(0), word(1));
  EXPECT_NEAR(score.cosine_deviation, 1 / std::sqrt(25.0), 1e-9);
}

TEST(Similarity, ZeroMeanHasNoDirection) {
  ModelData data = two_words();
  data.target_mean[0] = data.target_mean[1] = 0;
  const Model model(data);
  for (const Measure measure : {Measure::cosine, Measure::probability, Measure::kl}) {
    const Query query(model, {.measure = measure});
    for (const auto& [a, b] : {std::pair("a", "b"), {"b", "a"}, {"a", "a"}}) {
      const Score score = query.similarity(a, b);
      EXPECT_EQ(score.cosine, 0);
      EXPECT_TRUE(std::isfinite(score.value) && std::isfinite(score.product_variance));
    }
    EXPECT_GT(query.similarity("a", "b").cosine_deviation, 0.5);
    EXPECT_LE(query.similarity("a", "b").cosine_deviation, 1);
    EXPECT_NEAR(query.similarity("a", "a").cosine_deviation, 0, 1e-12);
    const Score sum = query.similarity(Composition{{"a", "b"}, {}}, "b");
    EXPECT_NEAR(sum.cosine, 1, 1e-12);
    EXPECT_TRUE(std::isfinite(sum.value) && std::isfinite(sum.cosine_deviation));
  }
}

TEST(Query, NamesWordsThatAreUnknown) {
  const Query query{Model(two_words())};
  EXPECT_THROW((void)query.similarity("a", "c"), UnknownWordError);
  EXPECT_THROW((void)query.similarity("c", "a"), UnknownWordError);
  EXPECT_THROW((void)query.neighbors("c", 1), UnknownWordError);
  EXPECT_THROW((void)query.neighbors(Composition{{"a"}, {"c"}}, 1), UnknownWordError);
  EXPECT_THROW((void)query.analogy("a", "c", "b", 1), UnknownWordError);
}

TEST(Query, NeedsWordsThatDoNotCancel) {
  const Query query{Model(two_words())};
  EXPECT_THROW((void)query.neighbors(Composition{}, 1), OptionError);
  EXPECT_THROW((void)query.neighbors(Composition{{"a", "b"}, {"b", "a"}}, 1), OptionError);
  EXPECT_THROW((void)query.similarity(Composition{{"a"}, {"a"}}, "b"), OptionError);
}

TEST(Query, OfPointsKnowsCosinesOnly) {
  ModelData data = two_words();
  data.target_variance.clear();
  data.context_variance.clear();
  const Model model(data);
  for (const Representation representation : kRepresentations) {
    const Query query(model, {.representation = representation});
    const Score score = query.similarity("a", "b");
    EXPECT_EQ(score.product_variance, 0);
    EXPECT_EQ(score.cosine_deviation, 0);
    EXPECT_EQ(query.neighbors("a", 1).front().beats_next, std::nullopt);
  }
  EXPECT_THROW(Query(model, {.measure = Measure::probability}), ModelError);
  EXPECT_THROW(Query(model, {.measure = Measure::kl}), ModelError);
}

}  // namespace
}  // namespace bsg::tests
