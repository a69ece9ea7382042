#include "inference/score_groups.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace bsg::inference {
namespace {

constexpr std::size_t kWords = 600, kDimension = 10;

/// Densities, and their moments as group_by_score() takes them.
struct Sides {
  Sides()
      : Sides([](std::mt19937& random, std::size_t /*k*/) {
          return std::normal_distribution<float>()(random);
        }) {}

  /// entry(random, k): component k of a context's mean.
  template <typename Entry>
  explicit Sides(const Entry& entry) {
    std::mt19937 random(2);
    std::normal_distribution<float> normal;
    for (std::uint32_t word = 0; word < kWords; ++word) {
      for (std::size_t k = 0; k < kDimension; ++k) {
        u.mean(word)[k] = normal(random) * (k < 2 ? 3.0F : 1.0F);
        v.mean(word)[k] = entry(random, k);
        u.variance(word)[k] = v.variance(word)[k] = 0.1F;
      }
      shares.push_back(static_cast<float>(1 + random() % 5));
    }
    const float sum = std::accumulate(shares.begin(), shares.end(), 0.0F);
    for (float& share : shares) share /= sum;
    std::vector<std::uint32_t> ids(kWords);
    std::iota(ids.begin(), ids.end(), 0U);
    const std::vector<float> alike(kWords, 1.0F / kWords);
    sum_moments(u, ids, alike, alike, targets);
    sum_moments(v, ids, shares, shares, contexts);
  }

  [[nodiscard]] std::vector<std::uint32_t> groups(std::size_t count) const {
    return group_by_score(v, shares, targets, contexts, count);
  }

  /// Mean over targets of the variance of scores within groups.
  [[nodiscard]] double variance_within(const std::vector<std::uint32_t>& group_of) const {
    double variance = 0;
    const std::uint32_t groups = *std::ranges::max_element(group_of) + 1;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      std::vector<double> weight(groups), sum(groups), squares(groups);
      for (std::uint32_t z = 0; z < kWords; ++z) {
        double score = 0;
        for (std::size_t k = 0; k < kDimension; ++k) {
          score += double{u.rows().mean(i)[k]} * double{v.rows().mean(z)[k]};
        }
        weight[group_of[z]] += double{shares[z]};
        sum[group_of[z]] += double{shares[z]} * score;
        squares[group_of[z]] += double{shares[z]} * score * score;
      }
      for (std::uint32_t g = 0; g < groups; ++g) {
        if (weight[g] > 0) variance += (squares[g] - sum[g] * sum[g] / weight[g]) / kWords;
      }
    }
    return variance;
  }

  Densities u{kWords, kDimension}, v{kWords, kDimension};
  std::vector<float> shares;
  WeightedMoments targets{kDimension}, contexts{kDimension};
};

std::size_t count_of(const std::vector<std::uint32_t>& groups) {
  return std::set<std::uint32_t>(groups.begin(), groups.end()).size();
}

TEST(ScoreGroups, AreAsManyAsAskedFor) {
  const Sides sides;
  for (const std::size_t count : {1U, 2U, 3U, 17U, 64U, 600U}) {
    const std::vector<std::uint32_t> groups = sides.groups(count);
    ASSERT_EQ(groups.size(), kWords);
    EXPECT_EQ(count_of(groups), count);
    EXPECT_LT(*std::ranges::max_element(groups), count);
  }
}

TEST(ScoreGroups, AreFewerWhereContextsAreTheSame) {
  const Sides same([](auto& /*random*/, std::size_t k) { return static_cast<float>(k); });
  EXPECT_EQ(same.groups(8), std::vector<std::uint32_t>(kWords, 0));
  const Sides two([](auto& random, std::size_t k) {
    return k == 4 ? (random() % 2 == 0 ? 1.0F : -1.0F) : 0.5F;
  });
  EXPECT_EQ(count_of(two.groups(8)), 2U);
  EXPECT_LT(two.variance_within(two.groups(2)), 1e-6);
}

TEST(ScoreGroups, HaveScoresThatVaryLess) {
  const Sides sides;
  const double all = sides.variance_within(sides.groups(1));
  const double some = sides.variance_within(sides.groups(8));
  const double more = sides.variance_within(sides.groups(64));
  EXPECT_LT(some, 0.5 * all);
  EXPECT_LT(more, 0.7 * some);
  std::vector<std::uint32_t> arbitrary(kWords);
  for (std::uint32_t word = 0; word < kWords; ++word) arbitrary[word] = word % 64;
  EXPECT_LT(more, 0.4 * sides.variance_within(arbitrary));
}

TEST(ScoreGroups, DoNotDependOnThreads) {
  const Sides sides;
  const std::vector<std::uint32_t> many = sides.groups(20);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(sides.groups(20), many);
}

}  // namespace
}  // namespace bsg::inference
