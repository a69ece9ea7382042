#include "bsg/evaluate_baskets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "bsg/error.h"

namespace bsg {
namespace {

constexpr std::size_t kItems = 40;

std::string item(std::size_t id) {
  return "i" + std::to_string(id);
}

/// Random densities of items, as if learned from sets.
Model random_model() {
  std::mt19937_64 random(3);
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> variance(0.05F, 0.9F);
  ModelData data;
  data.dimension = 4;
  data.options = {{"sets", "yes"}, {"subsample", "1"}};
  for (std::size_t id = 0; id < kItems; ++id) {
    data.words.push_back(item(id));
    data.counts.push_back(3000 / (id + 1));
    for (std::size_t k = 0; k < data.dimension; ++k) {
      data.target_mean.push_back(normal(random));
      data.context_mean.push_back(normal(random));
      data.target_variance.push_back(variance(random));
      data.context_variance.push_back(variance(random));
    }
  }
  return Model(std::move(data));
}

std::vector<Basket> random_baskets(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Basket> baskets(count);
  for (Basket& basket : baskets) {
    for (std::size_t k = 2 + random() % 6; k > 0; --k) {
      const std::string name = item(random() % (1 + random() % kItems));
      if (std::ranges::find(basket.items, name) == basket.items.end()) basket.items.push_back(name);
    }
  }
  return baskets;
}

const MethodResult& method(const BasketEvaluation& evaluation, const std::string& name) {
  return *std::ranges::find(evaluation.methods, name, &MethodResult::name);
}

TEST(EvaluateBaskets, ListsAreThoseOfTheRecommender) {
  const Model model = random_model();
  const BasketSplit split = split_baskets(random_baskets(60, 1), {});
  for (const RecommendationRank rank :
       {RecommendationRank::mean, RecommendationRank::lower, RecommendationRank::upper}) {
    const Recommender recommender(model, {.rank = rank});
    double hits = 0, reciprocals = 0;
    for (const TestBasket& basket : split.test) {
      const Recommendations list = recommender.recommend(basket.known, 10);
      const auto found =
          std::ranges::find(list.items, basket.held_out.front(), &Recommendation::item);
      if (found == list.items.end()) continue;
      ++hits;
      reciprocals += 1 / static_cast<double>(found - list.items.begin() + 1);
    }
    const auto users = static_cast<double>(split.test.size());
    const BasketEvaluation result = evaluate_baskets(model, split.test, {}, {.rank = rank});
    EXPECT_DOUBLE_EQ(method(result, "bsg").first[0].hit_rate.mean, hits / users);
    EXPECT_NEAR(method(result, "bsg").first[0].mrr.mean, reciprocals / users, 1e-12);
  }
}

TEST(EvaluateBaskets, WithoutTrainingBasketsThereIsPopularityByTheModel) {
  const std::vector<TestBasket> test{{{item(0)}, {item(3)}}};
  const BasketEvaluation result = evaluate_baskets(random_model(), test, {});
  ASSERT_EQ(result.methods.size(), 2U);
  EXPECT_EQ(result.methods[0].name, "bsg");
  EXPECT_EQ(method(result, "popularity").first[0].mrr.mean, 1.0 / 3);
  ASSERT_EQ(result.left_out.size(), 2U);
  EXPECT_EQ(result.left_out[1].name, "ease");
  EXPECT_FALSE(result.ease_penalty);
}

TEST(EvaluateBaskets, CountsWhatTheModelDoesNotHave) {
  const std::vector<TestBasket> test{{{item(0), "new", "newer"}, {item(1), "newest"}},
                                     {{}, {"newest"}}};
  const BasketEvaluation result = evaluate_baskets(random_model(), test, random_baskets(50, 2));
  EXPECT_EQ(result.users, 2U);
  EXPECT_EQ(result.items, kItems);
  EXPECT_EQ(result.known_items, 3U);
  EXPECT_EQ(result.unknown_known, 2U);
  EXPECT_EQ(result.held_out_items, 3U);
  EXPECT_EQ(result.unknown_held_out, 2U);
  EXPECT_EQ(result.methods.size(), 4U);
  for (const MethodResult& one : result.methods) EXPECT_LE(one.first[2].recall.mean, 0.25);
}

TEST(EvaluateBaskets, TheOrderOfItemsDecidesNothing) {
  const Model model = random_model();
  std::vector<Basket> train = random_baskets(100, 4);
  std::vector<TestBasket> test = split_baskets(random_baskets(50, 5), {}).test;
  const BasketEvaluation before = evaluate_baskets(model, test, train);
  for (Basket& basket : train) std::ranges::reverse(basket.items);
  for (TestBasket& basket : test) std::ranges::reverse(basket.known);
  const BasketEvaluation after = evaluate_baskets(model, test, train);
  EXPECT_EQ(before.ease_penalty, after.ease_penalty);
  for (std::size_t k = 0; k < before.methods.size(); ++k) {
    for (std::size_t cutoff = 0; cutoff < 3; ++cutoff) {
      EXPECT_EQ(before.methods[k].first[cutoff].ndcg.mean,
                after.methods[k].first[cutoff].ndcg.mean);
      EXPECT_EQ(before.methods[k].first[cutoff].coverage, after.methods[k].first[cutoff].coverage);
    }
  }
}

TEST(EvaluateBaskets, SaysWhichPenaltyEaseHad) {
  const std::vector<TestBasket> test{{{item(0)}, {item(3)}}};
  const std::vector<Basket> train = random_baskets(50, 6);
  const BasketEvaluation given =
      evaluate_baskets(random_model(), test, train, {.ease_penalty = 33});
  EXPECT_EQ(given.ease_penalty, 33);
  EXPECT_FALSE(given.ease_penalty_chosen);
  EXPECT_TRUE(evaluate_baskets(random_model(), test, train).ease_penalty_chosen);
}

TEST(EvaluateBaskets, SaysWhatCannotBeJudged) {
  const Model model = random_model();
  const std::vector<TestBasket> test{{{item(0)}, {item(3)}}};
  EXPECT_THROW(evaluate_baskets(model, {}, {}), InputError);
  EXPECT_THROW(evaluate_baskets(model, std::vector<TestBasket>{{{item(0)}, {}}}, {}), InputError);
  EXPECT_THROW(evaluate_baskets(model, std::vector<TestBasket>{{{item(0)}, {item(0)}}}, {}),
               InputError);
  EXPECT_THROW(evaluate_baskets(model, test, {}, {.ease_penalty = 0}), OptionError);
  EXPECT_THROW(evaluate_baskets(model, test, {}, {.rank = RecommendationRank::thompson}),
               OptionError);
  ModelData points;
  points.dimension = 1;
  points.words = {"a"};
  points.counts = {1};
  points.target_mean = {1};
  EXPECT_THROW(evaluate_baskets(Model(points), test, {}), ModelError);
}

}  // namespace
}  // namespace bsg
