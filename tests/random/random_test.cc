#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "chi_squared.h"
#include "random/alias_table.h"
#include "random/counter_random.h"

namespace bsg::random {
namespace {

TEST(CounterRandom, IsTheSameForTheSameAddress) {
  const CounterRandom one(7, Purpose::tokens);
  const CounterRandom same(7, Purpose::tokens);
  EXPECT_EQ(one.block(1, 2, 3), same.block(1, 2, 3));
}

TEST(CounterRandom, DiffersBySeedPurposeAndEveryPartOfTheAddress) {
  const CounterRandom random(7, Purpose::tokens);
  const CounterRandom::Block block = random.block(1, 2, 3);
  EXPECT_NE(block, CounterRandom(8, Purpose::tokens).block(1, 2, 3));
  EXPECT_NE(block, CounterRandom(7, Purpose::negatives).block(1, 2, 3));
  EXPECT_NE(block, random.block(9, 2, 3));
  EXPECT_NE(block, random.block(1, 9, 3));
  EXPECT_NE(block, random.block(1, 2, 9));
}

TEST(RandomSequence, ReadsTheBlocksOneAfterTheOther) {
  const CounterRandom random(1, Purpose::negatives);
  RandomSequence sequence(random, 4, 5);
  for (std::uint64_t index = 0; index < 3; ++index) {
    for (const std::uint64_t expected : random.block(4, 5, index)) {
      EXPECT_EQ(sequence.next(), expected);
    }
  }
}

TEST(CounterRandom, UnitIntervalIsFilledEvenly) {
  const CounterRandom random(3, Purpose::tokens);
  RandomSequence sequence(random, 0, 0);
  std::vector<std::uint64_t> cells(64);
  for (int n = 0; n < 200000; ++n) {
    const double x = to_unit(sequence.next());
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    ++cells[static_cast<std::size_t>(x * 64)];
  }
  EXPECT_TRUE(tests::agrees(cells, std::vector<double>(64, 1.0)));
}

TEST(CounterRandom, NormalsHaveTheNormalDistribution) {
  const CounterRandom random(5, Purpose::initial_means);
  RandomSequence sequence(random, 0, 0);
  // Cells of width 0.5 from -3 to 3, and the two tails.
  const auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  std::vector<double> expected{below(-3)};
  for (int cell = 0; cell < 12; ++cell) {
    expected.push_back(below(-3 + 0.5 * (cell + 1)) - below(-3 + 0.5 * cell));
  }
  expected.push_back(1 - below(3));
  std::vector<std::uint64_t> observed(expected.size());
  double product = 0;
  constexpr int kPairs = 100000;
  for (int n = 0; n < kPairs; ++n) {
    const std::uint64_t first = sequence.next();
    const auto [x, y] = to_normals(first, sequence.next());
    product += x * y;
    for (const double z : {x, y}) {
      ++observed[static_cast<std::size_t>(std::clamp(std::floor((z + 3) / 0.5) + 1, 0.0, 13.0))];
    }
  }
  EXPECT_TRUE(tests::agrees(observed, expected));
  EXPECT_LT(std::abs(product / kPairs), 5 / std::sqrt(kPairs));
}

TEST(CounterRandom, EveryNumberBelowNIsReached) {
  EXPECT_EQ(to_below(0, 7), 0U);
  EXPECT_EQ(to_below(0xFFFFFFFF, 7), 6U);
  EXPECT_EQ(to_below(0x80000000, 2), 1U);
  EXPECT_EQ(to_below(0x7FFFFFFF, 2), 0U);
}

void expect_draws_follow(const std::vector<double>& weights) {
  const AliasTable table(weights);
  const CounterRandom random(11, Purpose::negatives);
  RandomSequence sequence(random, 0, 0);
  std::vector<std::uint64_t> observed(weights.size());
  for (int n = 0; n < 300000; ++n) ++observed[table.draw(sequence.next())];
  EXPECT_TRUE(tests::agrees(observed, weights));
}

TEST(AliasTable, DrawsByWeight) {
  expect_draws_follow({1, 2, 3, 4});
  expect_draws_follow({1000, 1, 1, 500, 3, 3, 3});
  expect_draws_follow({1});
  expect_draws_follow(std::vector<double>(1000, 0.1));
  std::vector<double> zipf;
  for (int rank = 1; rank <= 500; ++rank) zipf.push_back(std::pow(1.0 / rank, 0.75));
  expect_draws_follow(zipf);
}

TEST(AliasTable, NeverDrawsWeightZero) {
  const AliasTable table(std::vector<double>{0, 5, 0, 1, 0});
  const CounterRandom random(1, Purpose::negatives);
  RandomSequence sequence(random, 0, 0);
  for (int n = 0; n < 100000; ++n) {
    const std::uint32_t drawn = table.draw(sequence.next());
    ASSERT_TRUE(drawn == 1 || drawn == 3) << drawn;
  }
}

TEST(AliasTable, ReachesBothEndsOfTheBits) {
  const AliasTable table(std::vector<double>(5, 1.0));
  EXPECT_EQ(table.draw(0), 0U);
  EXPECT_EQ(table.draw(~std::uint64_t{0}), 4U);
}

}  // namespace
}  // namespace bsg::random
