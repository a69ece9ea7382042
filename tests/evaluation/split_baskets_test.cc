#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "bsg/error.h"
#include "bsg/split.h"

namespace bsg {
namespace {

/// Baskets of 1 … `largest` items, those of basket b named b:0, b:1, …
std::vector<Basket> baskets_of(std::size_t count, std::size_t largest) {
  std::vector<Basket> baskets(count);
  for (std::size_t b = 0; b < count; ++b) {
    baskets[b].user = "u" + std::to_string(b);
    for (std::size_t k = 0; k <= b % largest; ++k) {
      baskets[b].items.push_back(std::to_string(b) + ":" + std::to_string(k));
    }
  }
  return baskets;
}

/// The rows at times 0, 1, …, in turns of the users.
std::vector<Basket> with_times(std::vector<Basket> baskets) {
  std::size_t time = 0;
  for (std::size_t k = 0, left = 1; left > 0; ++k) {
    left = 0;
    for (Basket& basket : baskets) {
      if (k >= basket.items.size()) continue;
      basket.orders.push_back(std::to_string(time++));
      ++left;
    }
  }
  return baskets;
}

std::multiset<std::string> all_items(const std::vector<Basket>& baskets) {
  std::multiset<std::string> items;
  for (const Basket& basket : baskets) items.insert(basket.items.begin(), basket.items.end());
  return items;
}

bool same(const BasketSplit& a, const BasketSplit& b) {
  return a.test == b.test && all_items(a.train) == all_items(b.train);
}

TEST(SplitBaskets, LeaveOneOutTakesOneOfEachBasketOfTwo) {
  const std::vector<Basket> baskets = baskets_of(100, 5);
  const BasketSplit split = split_baskets(baskets, {});
  ASSERT_EQ(split.train.size(), 100U);
  EXPECT_EQ(split.test.size(), 80U);
  std::multiset<std::string> items = all_items(split.train);
  std::size_t test = 0;
  for (std::size_t b = 0; b < baskets.size(); ++b) {
    EXPECT_EQ(split.train[b].user, baskets[b].user);
    if (baskets[b].items.size() < 2) continue;
    EXPECT_EQ(split.test[test].known, split.train[b].items);
    EXPECT_EQ(split.test[test].held_out.size(), 1U);
    items.insert(split.test[test++].held_out.front());
  }
  EXPECT_EQ(items, all_items(baskets));
  EXPECT_EQ(split.held_out_items, 80U);
  EXPECT_EQ(split.train_items, all_items(split.train).size());
  EXPECT_EQ(split.new_items, 80U);
}

TEST(SplitBaskets, RandomChoicesFollowTheSeed) {
  const std::vector<Basket> baskets = baskets_of(200, 6);
  for (const SplitMethod method : {SplitMethod::leave_one_out, SplitMethod::by_user}) {
    const SplitOptions options{.method = method, .share = 0.3};
    SplitOptions other = options;
    other.seed = 2;
    EXPECT_TRUE(same(split_baskets(baskets, options), split_baskets(baskets, options)));
    EXPECT_FALSE(same(split_baskets(baskets, options), split_baskets(baskets, other)));
  }
}

TEST(SplitBaskets, EveryPlaceIsHeldOutEquallyOften) {
  std::vector<Basket> baskets(6000);
  for (Basket& basket : baskets) basket.items = {"a", "b", "c"};
  std::map<std::string, int> counts;
  for (const TestBasket& basket : split_baskets(baskets, {}).test) ++counts[basket.held_out[0]];
  for (const auto& [item, count] : counts) EXPECT_NEAR(count, 2000, 150) << item;
}

TEST(SplitBaskets, TheOrderWithinABasketDecidesNothing) {
  const std::vector<Basket> baskets = baskets_of(100, 7);
  std::vector<Basket> reversed = baskets;
  for (Basket& basket : reversed) std::ranges::reverse(basket.items);
  for (const SplitMethod method : {SplitMethod::leave_one_out, SplitMethod::by_user}) {
    const BasketSplit a = split_baskets(baskets, {.method = method});
    const BasketSplit b = split_baskets(reversed, {.method = method});
    ASSERT_EQ(a.test.size(), b.test.size());
    for (std::size_t k = 0; k < a.test.size(); ++k) {
      EXPECT_EQ(std::set(a.test[k].held_out.begin(), a.test[k].held_out.end()),
                std::set(b.test[k].held_out.begin(), b.test[k].held_out.end()));
    }
  }
}

TEST(SplitBaskets, TheLastItemIsHeldOutWhereThereIsAnOrder) {
  for (const TestBasket& basket : split_baskets(with_times(baskets_of(50, 4)), {}).test) {
    const std::string& last = basket.held_out.front();
    EXPECT_EQ(last.substr(last.find(':') + 1), std::to_string(basket.known.size()));
  }
}

TEST(SplitBaskets, WeightsStayWithTheirItems) {
  std::vector<Basket> baskets{{.items = {"a", "b", "c"}, .weights = {1, 2, 3}}};
  const Basket train = split_baskets(baskets, {}).train.front();
  ASSERT_EQ(train.items.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(train.weights[k], train.items[k][0] - 'a' + 1);
}

TEST(SplitBaskets, UsersAreHeldOutWhole) {
  const std::vector<Basket> baskets = baskets_of(500, 10);  // 450 of them with two items or more
  const BasketSplit split = split_baskets(baskets, {.method = SplitMethod::by_user, .share = 0.2});
  EXPECT_EQ(split.test.size(), 90U);
  EXPECT_EQ(split.train.size(), 410U);
  std::multiset<std::string> items = all_items(split.train);
  for (const TestBasket& basket : split.test) {
    items.insert(basket.known.begin(), basket.known.end());
    items.insert(basket.held_out.begin(), basket.held_out.end());
    const std::size_t size = basket.known.size() + basket.held_out.size();
    const std::size_t expected[] = {0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 8};
    EXPECT_EQ(basket.known.size(), expected[size]);
  }
  EXPECT_EQ(items, all_items(baskets));
}

TEST(SplitBaskets, TheEarliestItemsOfAUserAreKnown) {
  const BasketSplit split = split_baskets(with_times(baskets_of(100, 10)),
                                          {.method = SplitMethod::by_user, .share = 0.5});
  for (const TestBasket& basket : split.test) {
    for (std::size_t k = 0; k < basket.known.size(); ++k) {
      EXPECT_TRUE(basket.known[k].ends_with(":" + std::to_string(k)));
    }
  }
}

TEST(SplitBaskets, ByTimeCutsAllRowsAtOnce) {
  const std::vector<Basket> baskets{
      {.user = "a", .items = {"x", "y"}, .orders = {"9", "100"}},
      {.user = "b", .items = {"x", "z"}, .orders = {"50", "60"}},
      {.user = "c", .items = {"y"}, .orders = {"101"}},
      {.user = "d", .items = {"q", "x", "z"}, .orders = {"1", "98", "99"}},
      {.user = "e", .items = {"x", "y"}, .orders = {"8", "7"}},
  };
  const BasketSplit split = split_baskets(baskets, {.method = SplitMethod::by_time, .share = 0.4});
  const std::vector<TestBasket> expected{{{"x"}, {"y"}}, {{"q"}, {"x", "z"}}};
  EXPECT_EQ(split.test, expected);
  EXPECT_EQ(split.without_known, 1U);
  ASSERT_EQ(split.train.size(), 4U);
  EXPECT_EQ(split.train[0].items, std::vector<std::string>{"x"});
  EXPECT_EQ(split.train[0].orders, std::vector<std::string>{"9"});
  EXPECT_EQ(split.train_items, 6U);
  EXPECT_EQ(split.held_out_items, 3U);
}

TEST(SplitBaskets, RowsOfOneTimeStayTogether) {
  const std::vector<Basket> baskets{{.items = {"x", "y", "z"}, .orders = {"1", "2", "3"}},
                                    {.items = {"x", "y"}, .orders = {"1", "2"}}};
  const BasketSplit split = split_baskets(baskets, {.method = SplitMethod::by_time, .share = 0.5});
  EXPECT_EQ(split.test, (std::vector<TestBasket>{{{"x", "y"}, {"z"}}}));
}

TEST(SplitBaskets, OrdersThatAreNoNumbersAreComparedByBytes) {
  const std::vector<Basket> baskets{{.items = {"x", "y"}, .orders = {"2024-01-09", "2024-01-10"}},
                                    {.items = {"x", "z"}, .orders = {"2023-12-31", "2024-02-01"}}};
  const BasketSplit split = split_baskets(baskets, {.method = SplitMethod::by_time, .share = 0.25});
  EXPECT_EQ(split.test, (std::vector<TestBasket>{{{"x"}, {"z"}}}));
}

TEST(SplitBaskets, SaysWhatCannotBeSplit) {
  const std::vector<Basket> baskets = baskets_of(10, 3), single = baskets_of(10, 1);
  EXPECT_THROW(split_baskets(single, {}), InputError);
  EXPECT_THROW(split_baskets({}, {}), InputError);
  EXPECT_THROW(split_baskets(baskets, {.method = SplitMethod::by_time}), InputError);
  for (const double share : {0.0, 1.0, -1.0}) {
    EXPECT_THROW(split_baskets(baskets, {.method = SplitMethod::by_user, .share = share}),
                 OptionError);
  }
  std::vector<Basket> at_once = baskets_of(10, 3);
  for (Basket& basket : at_once) basket.orders.assign(basket.items.size(), "1");
  EXPECT_THROW(split_baskets(at_once, {.method = SplitMethod::by_time}), InputError);
}

}  // namespace
}  // namespace bsg
