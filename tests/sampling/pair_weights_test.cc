#include "sampling/pair_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "paper_options.h"
#include "sampling/data_set.h"
#include "small_vocabulary.h"

namespace bsg::sampling {
namespace {

/// Baskets of 2, 3 and 5 items, and one alone.
corpus::EncodedCorpus some_baskets() {
  corpus::EncodedCorpus corpus;
  for (const auto& basket :
       std::vector<std::vector<std::uint32_t>>{{0, 1}, {1, 2, 0}, {3, 1, 4, 0, 2}, {5}, {1, 0}}) {
    for (const std::uint32_t item : basket) corpus.ids.push_back(item);
    corpus.sentences.push_back(corpus.ids.size());
  }
  return corpus;
}

/// How many items an item has beside it: 2 + 6 + 20 + 0 + 2 pairs, 13 items.
constexpr double kMeanPartners = 30.0 / 13;

/// What pairs of these baskets weigh over that: (i, j) and 1 / (n − 1).
const std::map<std::pair<std::uint32_t, std::uint32_t>, double> kWeights{
    {{0, 1}, 1 + 0.5 + 0.25 + 1},
    {{0, 2}, 0.5 + 0.25},
    {{1, 2}, 0.5 + 0.25},
    {{0, 3}, 0.25},
    {{0, 4}, 0.25},
    {{1, 3}, 0.25},
    {{1, 4}, 0.25},
    {{2, 3}, 0.25},
    {{2, 4}, 0.25},
    {{3, 4}, 0.25}};

TrainingOptions options_of(BasketWeight weight, double pair_weight) {
  TrainingOptions options;
  options.corpus.sets = true;
  options.sampling.basket_weight = weight;
  options.sampling.pair_weight = pair_weight;
  return options;
}

struct Drawn {
  explicit Drawn(const TrainingOptions& options)
      : corpus(some_baskets()),
        vocabulary(tests::vocabulary_with_counts({4, 4, 2, 1, 1, 1})),
        data(corpus, vocabulary, options) {
    data.draw(1, {});
  }

  corpus::EncodedCorpus corpus;
  corpus::Vocabulary vocabulary;
  DataSet data;
};

TEST(PairWeights, GiveEachItemTheSameContextInEveryBasket) {
  const Drawn drawn(options_of(BasketWeight::items, 3));
  PairCounter scratch(6);
  PairRow row, column;
  for (std::uint32_t item = 0; item < 6; ++item) {
    drawn.data.row(item, scratch, row);
    drawn.data.column(item, scratch, column);
    EXPECT_EQ(row.counts, column.counts);
    double sum = 0;
    for (std::size_t k = 0; k < row.ids.size(); ++k) {
      const double expected = kWeights.at(std::minmax(item, row.ids[k]));
      EXPECT_NEAR(row.counts[k], 3 * kMeanPartners * expected, 1e-4) << item << ' ' << row.ids[k];
      EXPECT_EQ(row.counts[k], row.pulls[k]);
      sum += double{row.counts[k]};
    }
    const double occurrences = item == 5 ? 0 : static_cast<double>(drawn.vocabulary.count(item));
    EXPECT_NEAR(sum, 3 * kMeanPartners * occurrences, 1e-4);
    EXPECT_NEAR(drawn.data.positives_of(item), sum, 1e-4);
  }
  EXPECT_NEAR(drawn.data.positive_weight(), 3 * kMeanPartners * 12, 1e-4);
  EXPECT_EQ(drawn.data.positive_pairs(), 2U + 6 + 20 + 2);
}

TEST(PairWeights, OfPairsAreCounts) {
  const Drawn drawn(options_of(BasketWeight::pairs, 1));
  PairCounter scratch(6);
  PairRow row;
  drawn.data.row(0, scratch, row);
  EXPECT_EQ(row.ids, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(row.counts, (std::vector<float>{4, 2, 1, 1}));
  EXPECT_EQ(drawn.data.positives_of(0), 8);
  EXPECT_EQ(drawn.data.positive_weight(), 30);
}

TEST(PairWeights, DrawNegativesForWhatPositivesWeigh) {
  TrainingOptions options = options_of(BasketWeight::items, 2);
  options.sampling.negative_mode = NegativeMode::sampled;
  options.sampling.negatives = 5;
  const Drawn drawn(options);
  PairCounter scratch(6);
  PairRow row;
  drawn.data.row(1, scratch, row);
  double negatives = 0;
  for (std::size_t k = 0; k < row.ids.size(); ++k) {
    negatives += double{row.counts[k] - row.pulls[k]} / 2;
  }
  EXPECT_NEAR(negatives, 5 * drawn.data.positives_of(1), 1.001);  // each weighs 2
}

/// However often the most frequent item occurs, sums stay below 2^32 units.
TEST(PairWeights, LeaveRoomForTheMostFrequentItem) {
  for (const std::size_t occurrences : {1U, 1000U, 1U << 20}) {
    corpus::EncodedCorpus corpus;
    for (std::size_t n = 0; n < occurrences; ++n) corpus.ids.push_back(0);
    corpus.sentences.push_back(occurrences);
    const PairWeights weights(corpus, {.sets = true}, {.basket_weight = BasketWeight::items}, 1);
    EXPECT_LT(weights.units(1) * static_cast<double>(occurrences), 0x1p32);
    EXPECT_NEAR(weights.units(1) * weights.unit_weight(),
                std::max<double>(static_cast<double>(occurrences) - 1, 1), 1e-6);
    EXPECT_GE(weights.units(1 << 30), 1U);
  }
}

}  // namespace
}  // namespace bsg::sampling
