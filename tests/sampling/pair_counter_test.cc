#include "sampling/pair_counter.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "random/counter_random.h"

namespace bsg::sampling {
namespace {

TEST(PairCounter, GivesDistinctPartnersInAscendingOrder) {
  PairCounter counter(10000);
  for (const std::uint32_t id : {9999U, 0U, 63U, 64U, 4095U, 4096U, 64U}) counter.add_positive(id);
  counter.add_negative(64);
  counter.add_negative(5000);
  PairRow row;
  counter.take(row);
  EXPECT_EQ(row.ids, (std::vector<std::uint32_t>{0, 63, 64, 4095, 4096, 5000, 9999}));
  EXPECT_EQ(row.counts, (std::vector<float>{1, 1, 3, 1, 1, 1, 1}));
  EXPECT_EQ(row.pulls, (std::vector<float>{1, 1, 1, 1, 1, -1, 1}));
}

TEST(PairCounter, StartsAnewAfterTakeAndReset) {
  PairCounter counter(100);
  counter.add_positive(5);
  PairRow row;
  counter.take(row);
  EXPECT_FALSE(counter.is_positive(5));
  counter.add_negative(7);
  counter.add_positive(8);
  counter.reset();
  counter.take(row);
  EXPECT_TRUE(row.ids.empty());
  EXPECT_TRUE(row.counts.empty());
  EXPECT_TRUE(row.pulls.empty());
}

TEST(PairCounter, AgreesWithAMapAtAnySize) {
  const random::CounterRandom random(1, random::Purpose::negatives);
  for (const std::uint32_t size : {1U, 2U, 64U, 65U, 4096U, 4097U, 300000U}) {
    random::RandomSequence sequence(random, size, 0);
    PairCounter counter(size);
    std::map<std::uint32_t, std::pair<float, float>> expected;
    for (int n = 0; n < 5000; ++n) {
      const auto id = static_cast<std::uint32_t>(sequence.next() % size);
      const float sign = sequence.next() % 2 == 0 ? 1.0F : -1.0F;
      sign > 0 ? counter.add_positive(id) : counter.add_negative(id);
      expected[id].first += 1;
      expected[id].second += sign;
    }
    PairRow row;
    counter.take(row);
    ASSERT_EQ(row.ids.size(), expected.size());
    std::size_t n = 0;
    for (const auto& [id, count] : expected) {
      EXPECT_EQ(row.ids[n], id);
      EXPECT_EQ(row.counts[n], count.first);
      EXPECT_EQ(row.pulls[n], count.second);
      ++n;
    }
  }
}

}  // namespace
}  // namespace bsg::sampling
