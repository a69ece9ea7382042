#include "sampling/shorten_baskets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace bsg::sampling {
namespace {

corpus::EncodedCorpus baskets_of(const std::vector<std::uint32_t>& sizes) {
  corpus::EncodedCorpus corpus;
  for (const std::uint32_t size : sizes) {
    for (std::uint32_t item = 0; item < size; ++item) corpus.ids.push_back(item);
    corpus.sentences.push_back(corpus.ids.size());
  }
  return corpus;
}

std::vector<std::uint32_t> basket(const corpus::EncodedCorpus& corpus, std::size_t place) {
  std::vector<std::uint32_t> items;
  for (std::uint64_t at = corpus.sentences[place]; at < corpus.sentences[place + 1]; ++at) {
    items.push_back(corpus.ids[at]);
  }
  return items;
}

TEST(ShortenBaskets, LeavesShortOnesAndDrawsFromTheOthersWithoutRepeats) {
  const corpus::EncodedCorpus corpus = baskets_of({3, 10, 1000});
  const corpus::EncodedCorpus shortened = shorten_baskets(corpus, 10, 1);
  EXPECT_EQ(basket(shortened, 0), basket(corpus, 0));
  EXPECT_EQ(basket(shortened, 1), basket(corpus, 1));
  const std::vector<std::uint32_t> drawn = basket(shortened, 2);
  EXPECT_EQ(drawn.size(), 10U);
  EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), 10U);
  EXPECT_EQ(basket(shorten_baskets(corpus, 10, 1), 2), drawn);
  EXPECT_NE(basket(shorten_baskets(corpus, 10, 2), 2), drawn);
}

TEST(ShortenBaskets, DrawsEveryItemAlike) {
  const corpus::EncodedCorpus shortened =
      shorten_baskets(baskets_of(std::vector<std::uint32_t>(4000, 20)), 5, 3);
  std::vector<double> counts(20);
  for (std::size_t place = 0; place < 4000; ++place) {
    for (const std::uint32_t item : basket(shortened, place)) ++counts[item];
  }
  for (const double count : counts) EXPECT_NEAR(count, 1000, 5 * std::sqrt(1000 * 0.75));
}

}  // namespace
}  // namespace bsg::sampling
