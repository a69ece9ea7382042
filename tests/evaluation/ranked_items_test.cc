#include "evaluation/ranked_items.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bsg::evaluation {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kLowest = -std::numeric_limits<double>::infinity();

TEST(PlacesOf, CountsBetterItemsAndTies) {
  const std::vector<double> scores{5, 3, kNone, 3, 1, kLowest, kLowest};
  EXPECT_EQ(places_of(scores, std::vector{3.0}), (std::vector{TiedItems{1, 2, 1}}));
  EXPECT_EQ(places_of(scores, std::vector{1.0, 5.0, kLowest}),
            (std::vector{TiedItems{0, 1, 1}, TiedItems{3, 1, 1}, TiedItems{4, 2, 1}}));
  EXPECT_EQ(places_of(scores, std::vector{3.0, 3.0}), (std::vector{TiedItems{1, 2, 2}}));
  EXPECT_TRUE(places_of(scores, {}).empty());
}

TEST(WorthOf, OneItemWithoutTies) {
  const std::vector places{TiedItems{2, 1, 1}};  // rank 3
  const ListWorth worth = worth_of(places, 1, 3);
  EXPECT_EQ(worth.hit_rate, 1);
  EXPECT_EQ(worth.recall, 1);
  EXPECT_EQ(worth.ndcg, 0.5);  // 1 / log2(4)
  EXPECT_DOUBLE_EQ(worth.mrr, 1.0 / 3);
  EXPECT_EQ(worth_of(places, 1, 2).hit_rate, 0);
  EXPECT_EQ(worth_of(places, 1, 2).ndcg, 0);
}

TEST(WorthOf, SeveralItemsAndOneThatIsNotInTheList) {
  const std::vector places{TiedItems{0, 1, 1}, TiedItems{2, 1, 1}};  // ranks 1 and 3
  const ListWorth worth = worth_of(places, 3, 10);
  EXPECT_EQ(worth.hit_rate, 1);
  EXPECT_DOUBLE_EQ(worth.recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(worth.ndcg, 1.5 / (1 + 1 / std::log2(3) + 0.5));
  EXPECT_EQ(worth.mrr, 1);
  // Two ranks can hold two of the three at best.
  EXPECT_DOUBLE_EQ(worth_of(places, 3, 2).ndcg, 1 / (1 + 1 / std::log2(3)));
}

TEST(WorthOf, NothingFound) {
  const ListWorth worth = worth_of({}, 2, 10);
  EXPECT_EQ(worth.hit_rate + worth.recall + worth.ndcg + worth.mrr, 0);
}

TEST(WorthOf, TiesAcrossTheCutoff) {
  const std::vector places{TiedItems{1, 2, 1}};  // rank 2 or 3
  const ListWorth worth = worth_of(places, 1, 2);
  EXPECT_EQ(worth.hit_rate, 0.5);
  EXPECT_EQ(worth.recall, 0.5);
  EXPECT_DOUBLE_EQ(worth.ndcg, 0.5 / std::log2(3));
  EXPECT_DOUBLE_EQ(worth.mrr, 0.25);
}

/// Figures by going through every order of tied items.
ListWorth by_all_orders(const std::vector<TiedItems>& places, std::size_t wanted,
                        std::size_t cutoff) {
  std::vector<std::vector<std::vector<bool>>> orders;
  for (const TiedItems& tied : places) {
    std::vector<bool> items(tied.size);
    std::fill_n(items.rbegin(), tied.wanted, true);
    auto& all = orders.emplace_back();
    do all.push_back(items);
    while (std::next_permutation(items.begin(), items.end()));
  }
  ListWorth mean;
  double count = 0;
  std::vector<std::size_t> chosen(places.size());
  for (bool more = true; more;) {
    std::vector<std::size_t> ranks;
    for (std::size_t k = 0; k < places.size(); ++k) {
      for (std::size_t j = 0; j < places[k].size; ++j) {
        const std::size_t rank = places[k].before + j + 1;
        if (orders[k][chosen[k]][j] && rank <= cutoff) ranks.push_back(rank);
      }
    }
    ++count;
    for (const std::size_t rank : ranks) {
      mean.ndcg += 1 / std::log2(1 + static_cast<double>(rank));
      mean.recall += 1 / static_cast<double>(wanted);
    }
    if (!ranks.empty()) {
      mean.hit_rate += 1;
      mean.mrr += 1 / static_cast<double>(ranks.front());
    }
    more = false;
    for (std::size_t k = 0; k < chosen.size() && !more; ++k) {
      more = ++chosen[k] < orders[k].size();
      if (!more) chosen[k] = 0;
    }
  }
  double ideal = 0;
  for (std::size_t rank = 1; rank <= std::min(wanted, cutoff); ++rank) {
    ideal += 1 / std::log2(1 + static_cast<double>(rank));
  }
  return {mean.hit_rate / count, mean.recall / count, mean.ndcg / count / ideal, mean.mrr / count};
}

TEST(WorthOf, IsTheMeanOverAllOrdersOfTies) {
  const std::vector<std::vector<TiedItems>> cases{
      {{0, 3, 2}}, {{2, 5, 3}}, {{1, 4, 1}, {5, 3, 2}}, {{0, 2, 1}, {3, 4, 4}, {9, 3, 1}}};
  for (const auto& places : cases) {
    for (std::size_t cutoff = 1; cutoff < 13; ++cutoff) {
      const ListWorth worth = worth_of(places, 7, cutoff);
      const ListWorth expected = by_all_orders(places, 7, cutoff);
      EXPECT_NEAR(worth.hit_rate, expected.hit_rate, 1e-12) << cutoff;
      EXPECT_NEAR(worth.recall, expected.recall, 1e-12) << cutoff;
      EXPECT_NEAR(worth.ndcg, expected.ndcg, 1e-12) << cutoff;
      EXPECT_NEAR(worth.mrr, expected.mrr, 1e-12) << cutoff;
    }
  }
}

}  // namespace
}  // namespace bsg::evaluation
