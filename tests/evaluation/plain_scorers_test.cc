#include "evaluation/plain_scorers.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>

#include "evaluation/ease.h"

namespace bsg::evaluation {
namespace {

constexpr std::size_t kItems = 150;  // more than one block of EASE's columns

IdBaskets random_baskets(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  IdBaskets baskets(count);
  for (auto& basket : baskets) {
    for (std::size_t k = random() % 12; k > 0; --k) {
      basket.push_back(static_cast<WordId>(random() % (1 + random() % kItems)));
    }
    std::ranges::sort(basket);
    basket.erase(std::unique(basket.begin(), basket.end()), basket.end());
  }
  return baskets;
}

Eigen::MatrixXd matrix_of(const IdBaskets& baskets) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(baskets.size()), kItems);
  for (std::size_t b = 0; b < baskets.size(); ++b) {
    for (const WordId item : baskets[b]) x(static_cast<Eigen::Index>(b), item) = 1;
  }
  return x;
}

/// The scores of items that are not known are those of X B.
void expect_scores(const ItemScorer& scorer, const IdBaskets& baskets, const Eigen::MatrixXd& b) {
  std::vector<double> scores(baskets.size() * kItems, -7);
  scorer(baskets, scores);
  const Eigen::MatrixXd expected = matrix_of(baskets) * b;
  for (std::size_t user = 0; user < baskets.size(); ++user) {
    for (WordId item = 0; item < kItems; ++item) {
      if (std::ranges::binary_search(baskets[user], item)) continue;
      EXPECT_NEAR(scores[user * kItems + item], expected(static_cast<Eigen::Index>(user), item),
                  1e-10);
    }
  }
}

TEST(CoOccurrences, AreThoseOfTheMatrix) {
  const IdBaskets baskets = random_baskets(300, 1);
  const CoOccurrences together(baskets, kItems);
  const Eigen::MatrixXd x = matrix_of(baskets);
  Eigen::MatrixXd gram = x.transpose() * x;
  for (WordId item = 0; item < kItems; ++item) {
    EXPECT_EQ(together.counts()[item], gram(item, item));
    gram(item, item) = 0;
    for (const auto& [partner, count] : together.partners(item)) {
      EXPECT_EQ(count, gram(item, partner));
      gram(item, partner) = 0;
    }
  }
  EXPECT_EQ(gram.cwiseAbs().sum(), 0);
}

TEST(Popularity, IsTheSameForEverybody) {
  std::vector<double> scores(4);
  popularity_scorer({5, 3})(IdBaskets{{0}, {1}}, scores);
  EXPECT_EQ(scores, (std::vector<double>{5, 3, 5, 3}));
}

TEST(ItemKnn, AddsCosinesOfColumns) {
  const IdBaskets baskets = random_baskets(300, 2);
  const Eigen::MatrixXd x = matrix_of(baskets);
  Eigen::MatrixXd cosines = x.transpose() * x;
  for (Eigen::Index i = 0; i < cosines.rows(); ++i) {
    for (Eigen::Index j = 0; j < cosines.cols(); ++j) {
      const double lengths = x.col(i).norm() * x.col(j).norm();
      cosines(i, j) = lengths > 0 ? cosines(i, j) / lengths : 0;
    }
  }
  const auto together = std::make_shared<const CoOccurrences>(baskets, kItems);
  expect_scores(item_knn_scorer(together), random_baskets(40, 3), cosines);
}

TEST(Ease, IsTheClosedForm) {
  const IdBaskets baskets = random_baskets(300, 4);
  const Eigen::MatrixXd x = matrix_of(baskets);
  for (const double penalty : {0.5, 20.0, 1000.0}) {
    const Eigen::MatrixXd p =
        (x.transpose() * x + penalty * Eigen::MatrixXd::Identity(kItems, kItems)).inverse();
    Eigen::MatrixXd b(kItems, kItems);
    for (Eigen::Index j = 0; j < b.cols(); ++j) b.col(j) = -p.col(j) / p(j, j);
    b.diagonal().setZero();
    expect_scores(ease_scorer(CoOccurrences(baskets, kItems), penalty), random_baskets(40, 5), b);
  }
}

TEST(Ease, ChoosesAPenaltyOfTheGrid) {
  const double chosen = choose_ease_penalty(random_baskets(500, 6), kItems);
  EXPECT_NE(std::ranges::find(kPenalties, chosen), kPenalties.end());
  EXPECT_EQ(choose_ease_penalty(random_baskets(500, 6), kItems), chosen);
}

TEST(Ease, KeepsTheFirstPenaltyWhereAllAreEqual) {
  IdBaskets baskets;
  for (WordId b = 0; b < 400; ++b) {
    const WordId group = 3 * (b % 40);
    baskets.push_back({group, group + 1, group + 2});
  }
  EXPECT_EQ(choose_ease_penalty(baskets, kItems), 200) << "every penalty finds all";
}

TEST(Ease, TakesTheMiddleWhereNothingTells) {
  EXPECT_EQ(choose_ease_penalty({{1}, {}, {2}}, kItems), 200);
}

TEST(Ease, ChoosesAmongTheMostFrequentOfManyItems) {
  const std::size_t few = 30;
  IdBaskets baskets = random_baskets(500, 7);
  for (auto& basket : baskets) {
    for (WordId& item : basket) item %= few;
    std::ranges::sort(basket);
    basket.erase(std::unique(basket.begin(), basket.end()), basket.end());
  }
  const double chosen = choose_ease_penalty(baskets, few);
  // Items that are in a basket each, before and behind the others by id.
  for (auto& basket : baskets) {
    for (WordId& item : basket) item += 50;
  }
  for (WordId id = 0; id < 100; ++id) {
    if (id < 50 || id >= 50 + few) baskets.push_back({id});
  }
  EXPECT_EQ(choose_ease_penalty(baskets, 100, few), chosen);
}

}  // namespace
}  // namespace bsg::evaluation
