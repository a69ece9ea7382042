#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/recommend.h"
#include "folding/random_model.h"
#include "recommending/item_scores.h"

namespace bsg {
namespace {

using Basket = std::vector<std::string>;

constexpr std::size_t kItems = 400;

Model random_model() {
  ModelData data =
      tests::random_model({.words = kItems, .dimension = 9, .axes = false, .sets = true});
  data.options["subsample"] = "1";
  data.options["negative-exponent"] = "0.6";
  return Model(std::move(data));
}

std::vector<Basket> random_baskets(std::size_t size) {
  std::mt19937 random(11);
  std::vector<Basket> baskets(size);
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t n = 0; n < 1 + k % 9; ++n) {
      baskets[k].push_back("w" + std::to_string(random() % (kItems - 1)));
    }
  }
  return baskets;
}

bool same(const Recommendations& a, const Recommendations& b) {
  return std::ranges::equal(a.items, b.items, [](const auto& x, const auto& y) {
    return x.id == y.id && x.score == y.score && x.deviation == y.deviation &&
           x.probability == y.probability;
  });
}

std::vector<WordId> ids_of(const Recommendations& list) {
  std::vector<WordId> ids;
  for (const Recommendation& one : list.items) ids.push_back(one.id);
  return ids;
}

/// Mean and variance of uᵀv_j of a basket's density, in double, from ItemScores::fold().
struct Moments {
  double mean = 0, variance = 0;
};

Moments moments_of(const Model& model, const Basket& basket, WordId item) {
  const recommending::ItemScores scores(model);
  std::vector<WordId> ids;
  for (const std::string& name : basket) ids.push_back(model.id(name));
  const recommending::BasketView view{ids};
  const inference::Densities user = scores.fold({&view, 1});
  Moments moments;
  for (std::size_t k = 0; k < model.dimension(); ++k) {
    const double u = user.rows().mean(0)[k], s = user.rows().variance(0)[k];
    const double v = model.mean(Side::context, item)[k], t = model.variance(Side::context, item)[k];
    moments.mean += u * v;
    moments.variance += (s + u * u) * (t + v * v) - u * u * v * v;
  }
  return moments;
}

double log_share(const Model& model, WordId item) {
  double all = 0;
  for (WordId id = 0; id < model.size(); ++id) all += static_cast<double>(model.count(id));
  return std::log(static_cast<double>(model.count(item)) / all);
}

TEST(Recommender, ScoresByTheRate) {
  const Model model = random_model();
  const Basket basket{"w3", "w50", "w51"};
  const Recommendations list = Recommender(model).recommend(basket, kItems);
  // The basket's items, and the one that no basket has taught, are not there.
  ASSERT_EQ(list.items.size(), kItems - 4);
  double sum = 0;
  for (const Recommendation& one : list.items) {
    const Moments product = moments_of(model, basket, one.id);
    EXPECT_NEAR(one.score, product.mean + 0.6 * log_share(model, one.id), 1e-4) << one.item;
    EXPECT_NEAR(one.deviation, std::sqrt(product.variance), 1e-4) << one.item;
    EXPECT_EQ(one.item, model.word(one.id));
    sum += one.probability;
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_TRUE(std::ranges::is_sorted(list.items, std::greater<>(), &Recommendation::score));
  const auto& [first, second] = std::pair(list.items[0], list.items[1]);
  EXPECT_NEAR(first.probability / second.probability, std::exp(first.score - second.score), 1e-4);
}

TEST(Recommender, RanksByBoundsToo) {
  const Model model = random_model();
  const Basket basket{"w3", "w50", "w51"};
  for (const double sign : {-1.0, 1.0}) {
    const Recommender recommender(
        model, {.rank = sign < 0 ? RecommendationRank::lower : RecommendationRank::upper});
    const Recommendations list = recommender.recommend(basket, kItems);
    ASSERT_EQ(list.items.size(), kItems - 4);
    for (std::size_t k = 1; k < list.items.size(); ++k) {
      const auto bound = [&](std::size_t at) {
        return list.items[at].score + sign * list.items[at].deviation;
      };
      EXPECT_GE(bound(k - 1), bound(k) - 1e-4) << k;
    }
  }
}

TEST(Recommender, DoesNotLookAtTheOrderOfABasket) {
  const Recommender recommender(random_model());
  Basket basket{"w8", "w1", "w77", "w30", "w2"};
  const Recommendations list = recommender.recommend(basket, 20);
  std::ranges::sort(basket);
  do {
    ASSERT_TRUE(same(recommender.recommend(basket, 20), list));
  } while (std::ranges::next_permutation(basket).found);
  basket.push_back("w8");
  EXPECT_TRUE(same(recommender.recommend(basket, 20), list)) << "an item counts once";
}

TEST(Recommender, GivesABasketTheSameListAmongOthersOnAnyNumberOfThreads) {
  const Model model = random_model();
  const std::vector<Basket> baskets = random_baskets(300);
  for (const RecommendationRank rank :
       {RecommendationRank::mean, RecommendationRank::lower, RecommendationRank::upper}) {
    const Recommender recommender(model, {.rank = rank});
    const std::vector<Recommendations> lists = recommender.recommend(baskets, 10);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
    const std::vector<Recommendations> alone = recommender.recommend(baskets, 10);
    for (std::size_t k = 0; k < baskets.size(); ++k) {
      EXPECT_TRUE(same(lists[k], alone[k])) << k;
      if (k % 37 != 0) continue;
      EXPECT_TRUE(same(lists[k], recommender.recommend(baskets[k], 10))) << k;
    }
  }
}

TEST(Recommender, FallsBackToPopularityAndNamesWhatItDoesNotKnow) {
  const Model model = random_model();
  const Recommender recommender(model);
  const Recommendations none = recommender.recommend(Basket{}, 50);
  std::vector<WordId> popular(50);
  std::iota(popular.begin(), popular.end(), 0U);  // ids are by count
  EXPECT_EQ(ids_of(none), popular);
  EXPECT_NEAR(none.items.front().score, 0.6 * log_share(model, 0), 1e-4);
  const Recommendations strange = recommender.recommend(Basket{"w1", "nowhere", "nothing"}, 50);
  EXPECT_EQ(strange.unknown, (Basket{"nowhere", "nothing"}));
  EXPECT_EQ(ids_of(strange), ids_of(recommender.recommend(Basket{"w1"}, 50)));
}

TEST(Recommender, LeavesOutWhatItIsToldTo) {
  const Model model = random_model();
  const Basket basket{"w4", "w9"};
  const Recommender all(model);
  const Recommendations before = all.recommend(basket, 5);
  const Recommender without(model, {.exclude = {before.items[0].item, "nowhere"}});
  const Recommendations after = without.recommend(basket, 4);
  EXPECT_EQ(ids_of(after), (std::vector<WordId>{before.items[1].id, before.items[2].id,
                                                before.items[3].id, before.items[4].id}));
  EXPECT_GT(after.items[0].probability, before.items[1].probability);

  const Recommender frequent(model, {.min_count = 1000});
  for (const Recommendation& one : frequent.recommend(basket, kItems).items) {
    EXPECT_GE(model.count(one.id), 1000U);
  }
  const Recommender again(model, {.repeat = true});
  EXPECT_EQ(again.recommend(basket, kItems).items.size(), kItems - 1);
  EXPECT_THROW(Recommender(model, {.min_count = 1000000}), OptionError);
}

/// Draws differ by place and seed, and are those of the density: an item's mean key over many draws
/// is its score.
TEST(Recommender, ThompsonDrawsByPlaceAndSeed) {
  const Model model = random_model();
  const std::vector<Basket> alike(4000, Basket{"w4", "w9", "w20"});
  const auto lists_of = [&](std::uint64_t seed) {
    return Recommender(model, {.rank = RecommendationRank::thompson, .seed = seed})
        .recommend(alike, 1);
  };
  const std::vector<Recommendations> lists = lists_of(1);
  std::vector<double> first(kItems);
  const std::vector<Recommendations> again = lists_of(1);
  for (std::size_t k = 0; k < 100; ++k) EXPECT_TRUE(same(lists[k], again[k])) << k;
  for (const Recommendations& list : lists) ++first[list.items.front().id];
  EXPECT_GT(std::ranges::count_if(first, [](double n) { return n > 0; }), 3);
  const std::vector<Recommendations> others = lists_of(2);
  std::size_t agreeing = 0;
  for (std::size_t k = 0; k < 100; ++k) agreeing += same(lists[k], others[k]) ? 1 : 0;
  EXPECT_LT(agreeing, 100U);

  // How often each item is first, by draws made here.
  const recommending::ItemScores scores(model);
  const std::vector<WordId> ids{4, 9, 20};
  const recommending::BasketView view{ids};
  const inference::Densities user = scores.fold({&view, 1});
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::vector<double> expected(kItems);
  for (std::size_t draw = 0; draw < lists.size(); ++draw) {
    std::vector<double> u(model.dimension());
    for (std::size_t k = 0; k < u.size(); ++k) {
      u[k] = double{user.rows().mean(0)[k]} +
             std::sqrt(double{user.rows().variance(0)[k]}) * normal(random);
    }
    WordId best = 0;
    double best_key = -1e300;
    for (WordId id = 0; id + 1 < kItems; ++id) {
      if (std::ranges::find(ids, id) != ids.end()) continue;
      const double key = std::inner_product(
          u.begin(), u.end(), model.mean(Side::context, id).begin(), double{scores.offsets()[id]});
      if (key > best_key) best_key = key, best = id;
    }
    ++expected[best];
  }
  for (std::size_t id = 0; id < kItems; ++id) {
    const double error = 5 * std::sqrt(first[id] + expected[id] + 1);
    EXPECT_NEAR(first[id], expected[id], error) << id;
  }
}

TEST(Recommender, RefusesModelsThatCannotRecommend) {
  ModelData data{.dimension = 1,
                 .words = {"a", "b"},
                 .counts = {2, 1},
                 .target_mean = {1, 2},
                 .target_variance = {},
                 .context_mean = {1, 2},
                 .context_variance = {},
                 .target_axes = {},
                 .context_axes = {},
                 .options = {},
                 .iterations = {}};
  EXPECT_THROW(Recommender(Model(data)), ModelError);
}

}  // namespace
}  // namespace bsg
