#include "evaluation/list_judge.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <limits>

#include "bsg/error.h"

namespace bsg::evaluation {
namespace {

/// The same scores for everybody.
ItemScorer constant(std::vector<double> scores) {
  return [scores](std::span<const std::vector<WordId>> baskets, std::span<double> all) {
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = scores[k % scores.size()];
    EXPECT_EQ(all.size(), baskets.size() * scores.size());
  };
}

/// 200 items; item j scores −j.
ItemScorer by_id(std::size_t items = 200) {
  std::vector<double> scores(items);
  for (std::size_t j = 0; j < items; ++j) scores[j] = -static_cast<double>(j);
  return constant(scores);
}

MethodResult judged(std::vector<JudgedUser> users, const ItemScorer& scorer,
                    std::size_t items = 200) {
  return ListJudge(std::move(users), std::vector<Third>(items, popular)).judge("fake", scorer, {});
}

TEST(ListJudge, KnownItemsAreNotInTheList) {
  // Item 12 is at rank 13, but for two known items before it.
  const MethodResult with_known = judged({{{0, 5}, {12}}}, by_id());
  const MethodResult without = judged({{{}, {12}}}, by_id());
  EXPECT_EQ(with_known.first[1].mrr.mean, 1.0 / 11);
  EXPECT_EQ(without.first[1].mrr.mean, 1.0 / 13);
  EXPECT_EQ(with_known.first[0].hit_rate.mean, 0);
  EXPECT_EQ(with_known.first[1].hit_rate.mean, 1);
}

TEST(ListJudge, MeansAndTheirErrorsAreOverUsers) {
  const MethodResult result = judged({{{}, {0}}, {{}, {150}}, {{}, {3}}, {{}, {150}}}, by_id());
  EXPECT_EQ(result.name, "fake");
  EXPECT_EQ(result.first[0].hit_rate.mean, 0.5);
  // Of 1, 0, 1, 0: s² = 1/3.
  EXPECT_NEAR(result.first[0].hit_rate.error, 1.959963984540054 * std::sqrt(1.0 / 3 / 4), 1e-15);
  EXPECT_EQ(result.first[0].mrr.mean, (1 + 0.25) / 4);
  EXPECT_NEAR(result.first[0].ndcg.mean, (1 + 1 / std::log2(5)) / 4, 1e-15);
  EXPECT_EQ(judged({{{}, {0}}}, by_id()).first[0].hit_rate.error, 0);
}

TEST(ListJudge, WhatTheModelDoesNotHaveIsMissed) {
  const MethodResult result = judged({{{}, {0}, 3}, {{}, {}, 1}}, by_id());
  EXPECT_EQ(result.first[0].hit_rate.mean, 0.5);
  EXPECT_EQ(result.first[0].recall.mean, 0.125);
  const double ideal = 1 + 1 / std::log2(3) + 0.5 + 1 / std::log2(5);
  EXPECT_NEAR(result.first[0].ndcg.mean, 1 / ideal / 2, 1e-15);
  EXPECT_EQ(result.thirds[rare].users, 2U);
  EXPECT_EQ(result.thirds[rare].items, 4U);
  EXPECT_EQ(result.thirds[popular].items, 1U);
  EXPECT_EQ(result.thirds[popular].hit_rate.mean, 1);
}

TEST(ListJudge, CoverageIsOfEverybodysFirstItems) {
  // The first user's list begins with item 10, the second's with item 0.
  const MethodResult result = judged({{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {50}}, {{}, {60}}}, by_id());
  EXPECT_EQ(result.first[0].coverage, 20.0 / 200);
  EXPECT_EQ(result.first[1].coverage, 30.0 / 200);
  EXPECT_EQ(result.first[2].coverage, 110.0 / 200);
  EXPECT_EQ(judged({{{}, {2}}}, by_id(5), 5).first[2].coverage, 1) << "fewer items than ranks";
}

TEST(ListJudge, EqualScoresShareTheirRanks) {
  const MethodResult result = judged({{{}, {150}}}, constant(std::vector<double>(200, 1.0)));
  EXPECT_NEAR(result.first[0].hit_rate.mean, 0.05, 1e-12);
  EXPECT_NEAR(result.first[2].recall.mean, 0.5, 1e-12);
  EXPECT_EQ(result.first[0].coverage, 0.05);
}

TEST(ListJudge, ItemsThatAreNeverRecommendedComeLast) {
  std::vector<double> scores(20, -std::numeric_limits<double>::infinity());
  for (std::size_t j = 0; j < 10; ++j) scores[j] = -1e30;
  EXPECT_EQ(judged({{{}, {15}}}, constant(scores), 20).first[0].hit_rate.mean, 0);
  EXPECT_EQ(judged({{{}, {15}}}, constant(scores), 20).first[1].hit_rate.mean, 1);
}

TEST(ListJudge, ThirdsAreJudgedInTheSameLists) {
  std::vector<Third> thirds(200, rare);
  for (std::size_t j = 0; j < 5; ++j) thirds[j] = j < 2 ? popular : middle;
  const ListJudge judge({{{}, {1, 3, 100}}, {{}, {0}}}, thirds);
  const MethodResult result = judge.judge("fake", by_id(), {});
  EXPECT_EQ(result.thirds[popular].users, 2U);
  EXPECT_NEAR(result.thirds[popular].ndcg.mean, (1 + 1 / std::log2(3)) / 2, 1e-15);
  EXPECT_EQ(result.thirds[middle].users, 1U);
  EXPECT_NEAR(result.thirds[middle].ndcg.mean, 1 / std::log2(5), 1e-15) << "rank 4";
  EXPECT_EQ(result.thirds[rare].hit_rate.mean, 0);
}

TEST(ListJudge, ThreadsMakeNoDifference) {
  std::vector<JudgedUser> users;
  for (WordId u = 0; u < 3000; ++u) users.push_back({{u % 100}, {100 + u % 90}});
  const MethodResult many = judged(users, by_id());
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const MethodResult alone = judged(users, by_id());
  EXPECT_EQ(many.first[2].ndcg.mean, alone.first[2].ndcg.mean);
  EXPECT_EQ(many.first[2].coverage, alone.first[2].coverage);
}

TEST(ListJudge, StopsOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  const ListJudge judge({{{}, {0}}}, {popular});
  EXPECT_THROW(static_cast<void>(judge.judge("fake", by_id(1), stop.get_token())), Interrupted);
}

TEST(PopularityThirds, HoldAsManyHeldOutItemsEach) {
  // Nine held-out items of six with counts: three of item 2, one each of 0, 1, 3 and three of 4.
  const std::vector<JudgedUser> users{
      {{}, {2}}, {{}, {2, 0, 1}}, {{}, {2, 3, 4}}, {{}, {4}}, {{}, {4}}};
  const std::vector<Third> thirds = popularity_thirds(users, {50, 40, 90, 30, 7, 1});
  EXPECT_EQ(thirds, (std::vector{middle, middle, popular, middle, rare, rare}));
}

TEST(PopularityThirds, KeepItemsOfOneCountTogether) {
  const std::vector<JudgedUser> users{{{}, {0, 1, 2}}};
  EXPECT_EQ(popularity_thirds(users, {4, 4, 4}), std::vector(3, middle));
}

TEST(PopularityThirds, CountWhatTheModelDoesNotHaveAsRare) {
  const std::vector<JudgedUser> users{{{}, {0, 1}, 4}};
  EXPECT_EQ(popularity_thirds(users, {5, 4}), std::vector(2, popular));
}

}  // namespace
}  // namespace bsg::evaluation
