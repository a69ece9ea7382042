#include "comparing/change_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "comparing/drawn_word.h"

namespace bsg::comparing {
namespace {

using tests::DrawnWord;

constexpr std::size_t kDimension = 30;

struct Moments {
  double mean = 0, variance = 0, error = 0;
};

Moments moments_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  Moments moments{.mean = std::accumulate(values.begin(), values.end(), 0.0) / n};
  for (const double value : values) {
    moments.variance += (value - moments.mean) * (value - moments.mean) / n;
  }
  moments.error = std::sqrt(moments.variance / n);
  return moments;
}

std::vector<float> direction(float first) {
  std::vector<float> mean(kDimension, 0.2F);
  mean[0] = first;
  return mean;
}

TEST(ChangeStatistics, HaveNoBiasAndTheVarianceTheySay) {
  std::mt19937_64 random(1);
  for (const float apart : {0.0F, 1.0F}) {
    std::vector<double> distances, traces, squares, told;
    for (int n = 0; n < 4000; ++n) {
      const PartProducts word =
          DrawnWord(random, direction(1), direction(1 + apart), 0.5F, 0.25F).products();
      distances.push_back(word.squared_distance);
      traces.push_back(word.seen_trace);
      squares.push_back(word.seen_trace_squares);
      told.push_back(word.trace_squares);
      EXPECT_NEAR(word.trace(), 2 * kDimension * 0.25, 1e-4);
    }
    const Moments distance = moments_of(distances), trace = moments_of(traces);
    EXPECT_NEAR(distance.mean, double{apart} * apart, 4.5 * distance.error);
    EXPECT_NEAR(trace.mean, 2 * kDimension * 0.25, 4.5 * trace.error);
    const Moments seen = moments_of(squares);
    EXPECT_NEAR(seen.mean, told.front(), 4.5 * seen.error);
    if (apart > 0) continue;
    // The variance of a variance of 4000 draws.
    EXPECT_NEAR(distance.variance, told.front(), 4.5 * told.front() * std::sqrt(3.0 / 4000));
  }
}

/// Words that did not change, with variances that say a quarter of what is true.
struct Unchanged {
  Unchanged() {
    std::mt19937_64 random(2);
    for (int n = 0; n < 4000; ++n) {
      const DrawnWord word(random, direction(1), direction(1), 0.4F, 0.04F);
      products.push_back(word.products());
      counts.push_back(n % 100);
      drawn.push_back(word);
    }
  }
  std::vector<PartProducts> products;
  std::vector<double> counts;
  std::vector<DrawnWord> drawn;
};

TEST(ChangeStatistics, FindOutHowWideVariancesShouldBe) {
  const Unchanged words;
  for (const Excess& excess : excess_by_weight(words.products, words.counts)) {
    EXPECT_NEAR(excess.trace, 4, 0.3);
    EXPECT_NEAR(excess.trace_squares, 16, 3);
  }
}

/// Of some words, as it is told to each of them.
std::vector<double> traces_of_excess(const std::vector<float>& spreads,
                                     const std::vector<double>& weights) {
  std::mt19937_64 random(9);
  std::vector<PartProducts> products;
  for (const float spread : spreads) {
    products.push_back(DrawnWord(random, direction(1), direction(1), spread, 0.04F).products());
  }
  std::vector<double> traces;
  for (const Excess& excess : excess_by_weight(products, weights)) traces.push_back(excess.trace);
  return traces;
}

TEST(ChangeStatistics, LookAtWordsOfSimilarWeightTogether) {
  // 400 rare words that vary as told and 600 frequent ones that vary four times as much, the last
  // 200 of which are a neighbourhood with 200 of those before them; in no order.
  std::vector<float> spreads;
  std::vector<double> weights;
  for (int n = 0; n < 1000; ++n) {
    const bool rare = n * 7 % 1000 < 400;
    spreads.push_back(rare ? 0.2F : 0.4F);
    weights.push_back(rare ? 10 : 20 + n % 5);
  }
  const std::vector<double> traces = traces_of_excess(spreads, weights);
  for (std::size_t n = 0; n < traces.size(); ++n) {
    EXPECT_NEAR(traces[n], weights[n] == 10 ? 1 : 4, weights[n] == 10 ? 0.1 : 0.4);
  }
  const std::vector<double> last = [&] {
    std::vector<double> of_most_frequent;
    for (std::size_t n = 0; n < traces.size(); ++n) {
      if (weights[n] == 24) of_most_frequent.push_back(traces[n]);
    }
    return of_most_frequent;
  }();
  EXPECT_EQ(std::ranges::count(traces, last.back()), 200);
}

/// Repeated text: parts of it differ far more than densities say, and so do all words' but a few.
TEST(ChangeStatistics, LeaveOutWordsThatVaryUnlikeTheOthers) {
  std::vector<float> spreads(300, 1.2F);
  for (std::size_t n = 0; n < spreads.size(); n += 50) spreads[n] = 12;
  const std::vector<double> traces = traces_of_excess(spreads, std::vector<double>(300, 1));
  for (const double trace : traces) EXPECT_NEAR(trace, 1.44 / 0.04, 2);
}

TEST(ChangeStatistics, GiveUnchangedWordsEveryPAlike) {
  const Unchanged words;
  const std::vector<Excess> excess = excess_by_weight(words.products, words.counts);
  std::vector<std::uint64_t> bins(10);
  std::vector<double> z;
  for (std::size_t n = 0; n < words.products.size(); ++n) {
    const Evidence evidence = evidence_of(words.products[n], excess[n]);
    const auto bin = static_cast<std::size_t>(evidence.p_value * 10);
    ++bins[std::min(bin, bins.size() - 1)];
    z.push_back(evidence.z);
  }
  EXPECT_NEAR(moments_of(z).mean, 0, 0.08);
  EXPECT_NEAR(moments_of(z).variance, 1, 0.15);
  for (const std::uint64_t bin : bins) EXPECT_NEAR(static_cast<double>(bin), 400, 100);
}

TEST(ChangeStatistics, TellTheDistanceOfAChange) {
  std::mt19937_64 random(3);
  const std::vector<float> a = direction(1), b = direction(-1);
  const double length = std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0) *
                                  std::inner_product(b.begin(), b.end(), b.begin(), 0.0));
  std::vector<double> distances, deviations;
  for (int n = 0; n < 500; ++n) {
    const DrawnWord word(random, a, b, 0.1F, 0.01F);
    const Distance distance = distance_of(word.products(), {}, word.wholes());
    distances.push_back(distance.value);
    deviations.push_back(distance.deviation());
    EXPECT_GT(evidence_of(word.products(), {}).z, 20);
    EXPECT_LT(evidence_of(word.products(), {}).p_value, 1e-6);
  }
  const Moments distance = moments_of(distances);
  EXPECT_NEAR(distance.mean, 4 / (2 * length), 0.01);
  // Lengths grow with the distance here, which makes their ratio vary somewhat less.
  EXPECT_GT(moments_of(deviations).mean, std::sqrt(distance.variance));
  EXPECT_LT(moments_of(deviations).mean, 1.5 * std::sqrt(distance.variance));
}

TEST(ChangeStatistics, GiveAWordThatVariesWithinATextLessCredit) {
  std::mt19937_64 random(4);
  const DrawnWord steady(random, direction(1), direction(2), 0.3F, 0.09F);
  const DrawnWord varied(random, direction(1), direction(2), 0.9F, 0.09F);
  EXPECT_GT(evidence_of(steady.products(), {}).z, 3 * evidence_of(varied.products(), {}).z);
}

/// Parts of the first text with this standard deviation, of the second with that one.
DrawnWord lopsided(std::mt19937_64& random, float spread_a, float spread_b) {
  const std::vector<float> mean = direction(1);
  const DrawnWord a(random, mean, mean, spread_a, spread_a * spread_a);
  const DrawnWord b(random, mean, mean, spread_b, spread_b * spread_b);
  return {a.parts()[0], b.parts()[1]};
}

TEST(ChangeStatistics, HoldForTextsOfUnequalLength) {
  std::mt19937_64 random(7);
  std::vector<double> z;
  double small = 0;
  constexpr int kWords = 8000;
  for (int n = 0; n < kWords; ++n) {
    const Evidence evidence = evidence_of(lopsided(random, 0.9F, 0.1F).products(), {});
    z.push_back(evidence.z);
    small += evidence.p_value < 0.01 ? 1 : 0;
  }
  EXPECT_NEAR(moments_of(z).mean, 0, 0.08);
  // Words may be taken for narrower than they are, and never for wider.
  EXPECT_NEAR(moments_of(z).variance, 0.85, 0.15);
  EXPECT_GT(small, 0.004 * kWords);
  EXPECT_LT(small, 0.012 * kWords);
}

/// A rarer text has the larger share of the noise, and so the more of its length is noise.
TEST(ChangeStatistics, TakeFromEachLengthItsOwnNoise) {
  std::mt19937_64 random(8);
  const std::vector<float> mean_a = direction(1), mean_b = direction(-1);
  const double length_a = std::inner_product(mean_a.begin(), mean_a.end(), mean_a.begin(), 0.0);
  const double truth = 4 / (2 * length_a);
  std::vector<double> distances;
  for (int n = 0; n < 4000; ++n) {
    const DrawnWord a(random, mean_a, mean_a, 0.5F, 0.25F);
    const DrawnWord b(random, mean_b, mean_b, 0.05F, 0.0025F);
    const DrawnWord word(a.parts()[0], b.parts()[1]);
    distances.push_back(distance_of(word.products(), {}, word.wholes()).value);
  }
  EXPECT_NEAR(moments_of(distances).mean, truth, 0.04 * truth);
}

/// Two parts of a text have an article each on the same word: what these add to it is as far off as
/// a change of the whole text, and yet chance.
TEST(ChangeStatistics, GiveAWordOfAFewArticlesLessCredit) {
  std::mt19937_64 random(10);
  constexpr int kWords = 2000;
  double of_articles = 0, of_change = 0;
  for (int n = 0; n < kWords; ++n) {
    const std::vector<float> mean = direction(1);
    auto parts = DrawnWord(random, mean, mean, 0.2F, 0.04F).parts();
    for (const std::size_t part : {1U, 2U}) parts[0].means[part][0] += 2;
    const DrawnWord articles(parts[0], parts[1]);
    const DrawnWord change(random, mean, direction(2), 0.2F, 0.04F);
    of_articles += evidence_of(articles.products(), {}).p_value < 0.01 ? 1 : 0;
    of_change += evidence_of(change.products(), {}).p_value < 0.01 ? 1 : 0;
  }
  EXPECT_LT(of_articles / kWords, 0.02);
  EXPECT_GT(of_change / kWords, 0.7);
}

TEST(ChangeStatistics, SayNothingOfTwoTextsAlike) {
  std::mt19937_64 random(5);
  const std::vector<float> mean = direction(1);
  const DrawnWord word(random, mean, mean, 0, 0.1F);
  EXPECT_EQ(distance_of(word.products(), {}, word.wholes()).value, 0);
  EXPECT_LT(evidence_of(word.products(), {}).z, 0);
  EXPECT_GT(evidence_of(word.products(), {}).p_value, 0.99);
}

TEST(ChanceOfRatio, IsThatOfAnFDistribution) {
  struct Golden {
    double ratio, above, below, chance, error;
  };
  // scipy.stats.f.sf(ratio, above, below). The approximation errs upwards far out.
  for (const auto& [ratio, above, below, chance, error] :
       {Golden{0.5, 30, 240, 0.9873722172253925, 0.001},
        {1, 30, 240, 0.47163802343885564, 0.001},
        {1.5, 30, 240, 0.05192665818519232, 0.002},
        {2.5, 30, 240, 6.711729833452985e-05, 0.06},
        {1.7, 100, 700, 7.797180189844514e-05, 0.02},
        {3, 40, 300, 4.9082153640547995e-08, 0.2},
        {2, 8, 108, 0.05309389060935366, 0.006},
        {4, 8, 108, 0.00034612269050439485, 0.1}}) {
    SCOPED_TRACE(ratio);
    EXPECT_NEAR(chance_of_ratio(ratio, above, below) / chance, 1, error);
  }
  EXPECT_NEAR(chance_of_ratio(0, 30, 240), 1, 1e-6);
  EXPECT_LT(chance_of_ratio(1e6, 30, 240), 1e-200);
}

TEST(FalseDiscoveryRates, AreBenjaminiAndHochbergs) {
  // 4 p / rank, the least of those at the rank and after it.
  const std::vector<double> rates =
      false_discovery_rates(std::vector<double>{0.04, 0.01, 0.03, 0.5});
  ASSERT_EQ(rates.size(), 4U);
  EXPECT_NEAR(rates[0], 0.04 * 4 / 3, 1e-12);
  EXPECT_NEAR(rates[1], 0.04, 1e-12);
  EXPECT_NEAR(rates[2], 0.04 * 4 / 3, 1e-12);
  EXPECT_NEAR(rates[3], 0.5, 1e-12);
  EXPECT_TRUE(false_discovery_rates({}).empty());
}

}  // namespace
}  // namespace bsg::comparing
