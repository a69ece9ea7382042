#include "counting/word_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "corpus/reading.h"

namespace bsg::counting {
namespace {

std::vector<std::string> random_words(std::size_t number, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < number; ++i) {
    std::string word(random() % 300 == 0 ? random() % 1000 : random() % 5, '\0');
    for (char& c : word) c = static_cast<char>(random() % 12);
    words.push_back(word);
  }
  return words;
}

TEST(WordTable, CountsLikeAMap) {
  WordTable table;
  tests::Counts expected;
  for (const std::string& word : random_words(200000, 1)) {
    table.add(word, word.size() + 1);
    expected[word] += word.size() + 1;
  }
  EXPECT_EQ(tests::counts_of(WordCounts(table)), expected);
  EXPECT_EQ(table.size(), expected.size());
}

TEST(WordTable, IndexIsTheOrderOfFirstAdding) {
  WordTable table;
  std::vector<std::string> order;
  for (const std::string& word : random_words(50000, 2)) {
    const bool is_new = !table.find(word).has_value();
    const std::uint32_t index = table.add(word);
    if (is_new) order.push_back(word);
    ASSERT_EQ(order.at(index), word);
    ASSERT_EQ(table.find(word), index);
  }
  EXPECT_EQ(order.size(), table.size());
  EXPECT_EQ(table.find("never added"), std::nullopt);
}

TEST(WordTable, MergeAddsCounts) {
  WordTable left;
  WordTable right;
  WordTable both;
  for (const std::string& word : random_words(20000, 3)) {
    left.add(word);
    both.add(word);
  }
  for (const std::string& word : random_words(20000, 4)) {
    right.add(word, 3);
    both.add(word, 3);
  }
  left.merge(right);
  EXPECT_EQ(tests::counts_of(WordCounts(left)), tests::counts_of(WordCounts(both)));
  EXPECT_EQ(left.total(), 80000U);
}

TEST(WordTable, EmptyTableFindsNothing) {
  const WordTable table;
  EXPECT_EQ(table.find("a"), std::nullopt);
  EXPECT_EQ(table.total(), 0U);
  EXPECT_TRUE(table.empty());
}

TEST(WordTable, CountsGoBeyond32Bits) {
  WordTable table;
  table.add("a", 0xFFFFFFFF);
  table.add("a", 0xFFFFFFFF);
  EXPECT_EQ(table.count(0), 0x1FFFFFFFEULL);
}

}  // namespace
}  // namespace bsg::counting
