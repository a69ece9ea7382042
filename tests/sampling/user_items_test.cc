#include "sampling/user_items.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <vector>

namespace bsg::sampling {
namespace {

using Ids = std::vector<std::uint32_t>;
using Numbers = std::vector<float>;

corpus::EncodedCorpus three_users() {
  corpus::EncodedCorpus corpus;
  for (const Ids& user : {Ids{2, 0}, Ids{1}, Ids{3, 2, 1}}) {
    for (const std::uint32_t item : user) corpus.ids.push_back(item);
    corpus.sentences.push_back(corpus.ids.size());
  }
  return corpus;
}

TEST(UserItems, HaveRowsAndColumnsInAscendingOrder) {
  const corpus::EncodedCorpus corpus = three_users();
  const UserItems pairs(corpus, 5, {}, 2.5);
  EXPECT_EQ(pairs.users(), 3U);
  EXPECT_EQ(pairs.pairs(), 6U);
  EXPECT_EQ(pairs.positive_weight(), 15);
  PairRow row;
  pairs.row(2, row);
  EXPECT_EQ(row.ids, (Ids{1, 2, 3}));
  EXPECT_EQ(row.counts, (Numbers{2.5, 2.5, 2.5}));
  EXPECT_EQ(row.pulls, row.counts);
  pairs.column(2, row);
  EXPECT_EQ(row.ids, (Ids{0, 2}));
  pairs.column(4, row);
  EXPECT_TRUE(row.ids.empty());
  EXPECT_EQ(pairs.positives_of(0), 5);
  EXPECT_TRUE(pairs.weights_of(0).empty());
}

TEST(UserItems, KeepWeightsWithTheirPairsOnAnyNumberOfThreads) {
  const corpus::EncodedCorpus corpus = three_users();
  const Numbers weights{2, 3, 4, 5, 6, 7};  // (0,2) (0,0) (1,1) (2,3) (2,2) (2,1)
  for (const std::size_t threads : {1U, 4U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const UserItems pairs(corpus, 5, weights, 10);
    PairRow row;
    pairs.row(0, row);
    EXPECT_EQ(row.ids, (Ids{0, 2}));
    EXPECT_EQ(row.counts, (Numbers{30, 20}));
    pairs.column(1, row);
    EXPECT_EQ(row.ids, (Ids{1, 2}));
    EXPECT_EQ(row.counts, (Numbers{40, 70}));
    pairs.column(2, row);
    EXPECT_EQ(row.counts, (Numbers{20, 60}));
    EXPECT_EQ(pairs.positives_of(2), 180);
    EXPECT_EQ(pairs.positive_weight(), 270);
    EXPECT_EQ(Numbers(pairs.weights_of(2).begin(), pairs.weights_of(2).end()), (Numbers{7, 6, 5}));
  }
}

}  // namespace
}  // namespace bsg::sampling
