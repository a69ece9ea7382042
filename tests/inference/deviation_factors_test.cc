#include "inference/deviation_factors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

/// Factors against the formula of the header with the cosine's derivatives taken numerically.

namespace bsg::inference {
namespace {

using Vector = std::vector<double>;
using Counts = std::vector<std::uint64_t>;

constexpr std::size_t kDimension = 3;
/// The fitted numbers: a, and b at three counts.
constexpr double kTextShare = 1.45;
constexpr double kRare = 5, kMiddle = 150, kFrequent = 8000;
constexpr double kDriftOfRare = 2.53, kDriftOfMiddle = 3.18, kDriftOfFrequent = 0.23;

double drift_share(double count) {
  const double at = std::log(std::clamp(count, kRare, kFrequent));
  const double rare = std::log(kRare), middle = std::log(kMiddle), frequent = std::log(kFrequent);
  return at < middle
             ? (kDriftOfRare * (middle - at) + kDriftOfMiddle * (at - rare)) / (middle - rare)
             : (kDriftOfMiddle * (frequent - at) + kDriftOfFrequent * (at - middle)) /
                   (frequent - middle);
}

double cosine(const Vector& a, const Vector& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    ab += a[k] * b[k];
    aa += a[k] * a[k];
    bb += b[k] * b[k];
  }
  return ab / std::sqrt(aa * bb);
}

/// Of cosine(a, b) with a.
Vector slopes(Vector a, const Vector& b) {
  constexpr double kStep = 1e-6;
  Vector slopes;
  for (double& x : a) {
    const double at = x;
    x = at + kStep;
    const double above = cosine(a, b);
    x = at - kStep;
    slopes.push_back((above - cosine(a, b)) / (2 * kStep));
    x = at;
  }
  return slopes;
}

/// Some words of a vocabulary with all that is measured of them.
struct Measurement {
  explicit Measurement(const Counts& counts_by_word, unsigned seed = 4)
      : counts(counts_by_word),
        words(words_of_all_counts(counts)),
        targets(counts.size(), kDimension) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::uniform_real_distribution<float> uniform(0.01F, 0.4F);
    for (std::uint32_t word = 0; word < counts.size(); ++word) {
      for (std::size_t k = 0; k < kDimension; ++k) {
        targets.mean(word)[k] = normal(random);
        targets.variance(word)[k] = uniform(random);
      }
    }
    for (const std::uint32_t word : words) {
      for (std::size_t k = 0; k < kDimension; ++k) {
        halfway.push_back(targets.mean(word)[k] + 0.3F * normal(random));
        moves.push_back(0.3F * normal(random));
      }
    }
  }

  [[nodiscard]] std::vector<CalibrationPoint> factors() const {
    return deviation_factors(targets, counts, {.words = words, .halfway = halfway, .moves = moves});
  }
  [[nodiscard]] Vector mean(std::size_t place) const {
    const float* const row = targets.rows().mean(words[place]);
    return {row, row + kDimension};
  }
  [[nodiscard]] static Vector row(const std::vector<float>& rows, std::size_t place) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(place * kDimension);
    return {first, first + kDimension};
  }

  /// What the word at a place adds to V, and its square to S, in a pair with the other.
  [[nodiscard]] std::pair<double, double> parts(std::size_t place, std::size_t other) const {
    const Vector slope = slopes(mean(place), mean(other));
    double variance = 0, moved = 0;
    for (std::size_t k = 0; k < kDimension; ++k) {
      variance += slope[k] * slope[k] * double{targets.rows().variance(words[place])[k]};
      moved += slope[k] * row(moves, place)[k];
    }
    return {variance, moved * moved};
  }

  /// (a S + (b D)²) / V over pairs of words at the places from first to last, and their count.
  [[nodiscard]] CalibrationPoint expected(std::size_t first, std::size_t last) const {
    double variance = 0, scatter = 0, drift = 0, log_count = 0;
    for (std::size_t i = first; i < last; ++i) {
      log_count += std::log(static_cast<double>(counts[words[i]]));
      for (std::size_t j = first; j < i; ++j) {
        const auto one = parts(i, j), other = parts(j, i);
        if (one.first + other.first >= 1) continue;
        variance += one.first + other.first;
        scatter += std::min(one.second + other.second, 1.0);
        const double change = cosine(mean(i), mean(j)) - cosine(row(halfway, i), row(halfway, j));
        drift += change * change / 2;
      }
    }
    const double count = std::exp(log_count / static_cast<double>(last - first));
    const double share = drift_share(count);
    const double factor = std::sqrt((kTextShare * scatter + share * share * drift) / variance);
    return {static_cast<float>(count), static_cast<float>(std::clamp(factor, 0.2, 2.0)), 0.73F};
  }

  Counts counts;
  std::vector<std::uint32_t> words;
  Densities targets;
  std::vector<float> halfway, moves;
};

void expect_near(const CalibrationPoint& actual, const CalibrationPoint& expected) {
  EXPECT_NEAR(actual.count, expected.count, 1e-6F * expected.count);
  EXPECT_NEAR(actual.target, expected.target, 1e-5F * expected.target);
  EXPECT_EQ(actual.context, expected.context);
}

TEST(DeviationFactors, OfAFewWordsAreOneFromAllTheirPairs) {
  for (const std::uint64_t count : {1U, 5U, 40U, 150U, 1000U, 8000U, 1000000U}) {
    const Measurement measured({3 * count, 2 * count, count, count, 0, 0});
    ASSERT_EQ(measured.words.size(), 4U);
    const std::vector<CalibrationPoint> factors = measured.factors();
    ASSERT_EQ(factors.size(), 1U);
    expect_near(factors[0], measured.expected(0, 4));
  }
}

TEST(DeviationFactors, OfManyWordsAreOfThoseThatAreAboutAsFrequent) {
  Counts counts;
  for (std::uint64_t word = 0; word < 400; ++word) counts.push_back(1 + 100000 / (word + 1));
  const Measurement measured(counts);
  const std::size_t words = measured.words.size();
  ASSERT_GE(words, 2 * 64U + 1);
  const std::vector<CalibrationPoint> factors = measured.factors();
  ASSERT_EQ(factors.size(), number_of_factors(words));
  for (std::size_t n = 0; n < factors.size(); ++n) {
    const std::size_t place = factors.size() - 1 - n;  // the most frequent words come last
    expect_near(factors[n], measured.expected(place * 64, n == 0 ? words : (place + 1) * 64));
    EXPECT_GT(factors[n].count, n > 0 ? factors[n - 1].count : 0);
  }
}

/// A model of other counts is refused.
TEST(DeviationFactors, AscendInCountsThatFloatsCannotTellApart) {
  constexpr std::uint64_t kCount = std::uint64_t{1} << 40;
  Counts counts(100, kCount);
  counts.resize(200, kCount - 1);
  const std::vector<CalibrationPoint> factors = Measurement(counts).factors();
  ASSERT_EQ(factors.size(), 3U);
  for (std::size_t n = 1; n < 3; ++n) EXPECT_GT(factors[n].count, factors[n - 1].count);
  EXPECT_NEAR(factors[2].count, static_cast<float>(kCount), 1e6);
}

TEST(DeviationFactors, AreOneWhereNothingIsKnownToScatter) {
  const Counts counts{50, 40, 30};
  Measurement measured(counts);
  for (std::uint32_t word = 0; word < 3; ++word) {
    std::fill_n(measured.targets.variance(word), kDimension, 0.0F);
  }
  EXPECT_EQ(measured.factors()[0].target, 1);  // V = 0
  measured = Measurement(counts);
  std::ranges::fill(measured.moves, 0.0F);
  for (std::size_t place = 0; place < 3; ++place) {
    std::copy_n(measured.targets.mean(measured.words[place]), kDimension,
                measured.halfway.begin() + static_cast<std::ptrdiff_t>(place * kDimension));
  }
  EXPECT_EQ(measured.factors()[0].target, 1);                 // neither S nor D
  EXPECT_EQ(Measurement(Counts{50}).factors()[0].target, 1);  // no pairs
  EXPECT_TRUE(Measurement(Counts{0, 0}).factors().empty());
}

TEST(DeviationFactors, AreOneWhereHalfOfThePairsAreUnknown) {
  Measurement measured(Counts{50, 40, 30, 20});
  EXPECT_NE(measured.factors()[0].target, 1);
  for (const std::uint32_t word : {0U, 1U}) {
    std::fill_n(measured.targets.variance(word), kDimension, 1e3F);  // in five of six pairs
  }
  EXPECT_EQ(measured.factors()[0].target, 1);
}

TEST(DeviationFactors, StayWithinWhatTextsHaveAskedFor) {
  Measurement measured(Counts{50, 40, 30, 20});
  for (float& move : measured.moves) move *= 100;
  EXPECT_EQ(measured.factors()[0].target, 2);
  for (float& move : measured.moves) move *= 1e-6F;
  for (std::size_t place = 0; place < 4; ++place) {
    std::copy_n(measured.targets.mean(measured.words[place]), kDimension,
                measured.halfway.begin() + static_cast<std::ptrdiff_t>(place * kDimension));
  }
  EXPECT_EQ(measured.factors()[0].target, 0.2F);
}

TEST(DeviationFactors, LeaveOutPairsWithoutACosine) {
  const Counts counts{50, 50, 50, 50};
  Measurement measured(counts), without(counts);
  std::fill_n(measured.targets.mean(1), kDimension, 0.0F);
  std::fill_n(measured.halfway.begin() + 2 * kDimension, kDimension, 0.0F);
  without.words = {0, 3};
  for (std::vector<float>* rows : {&without.halfway, &without.moves}) {
    rows->erase(rows->begin() + kDimension, rows->begin() + 3 * kDimension);
  }
  EXPECT_EQ(measured.factors(), without.factors());
}

TEST(WordsOfAllCounts, AreAllWhereWordsAreFew) {
  EXPECT_EQ(words_of_all_counts(Counts{9, 9, 4, 1}), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(words_of_all_counts(Counts{7, 2, 0, 0}), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(words_of_all_counts(Counts{0, 0}).empty());
  EXPECT_TRUE(words_of_all_counts(Counts{}).empty());
}

TEST(WordsOfAllCounts, AreAHundredOfEachDoubling) {
  // 99 words below 2^40, 100 of 64 to 127, 101 of 16 to 31, 1000 of 4 to 7, and 300 without a text.
  Counts counts(99, (std::uint64_t{1} << 40) - 1);
  for (const auto& [words, count] :
       {std::pair{100, 64U}, {101, 16U}, {500, 7U}, {500, 4U}, {300, 0U}}) {
    counts.resize(counts.size() + static_cast<std::size_t>(words), count);
  }
  const std::vector<std::uint32_t> words = words_of_all_counts(counts);
  EXPECT_EQ(words.size(), 399U);
  EXPECT_TRUE(std::ranges::is_sorted(words));
  EXPECT_EQ(std::set(words.begin(), words.end()).size(), words.size());
  const auto of_counts = [&](std::uint64_t low, std::uint64_t high) {
    return std::ranges::count_if(
        words, [&](std::uint32_t word) { return counts[word] >= low && counts[word] <= high; });
  };
  EXPECT_EQ(of_counts(1000, UINT64_MAX), 99);
  EXPECT_EQ(of_counts(64, 127), 100);
  EXPECT_EQ(of_counts(16, 31), 100);
  EXPECT_EQ(of_counts(7, 7), 50);  // spread over the band
  EXPECT_EQ(of_counts(4, 4), 50);
  EXPECT_EQ(of_counts(0, 0), 0);
}

TEST(NumberOfFactors, IsOneForEverySixtyFourWords) {
  EXPECT_EQ(number_of_factors(0), 0U);
  for (const std::size_t words : {1U, 63U, 64U, 127U}) EXPECT_EQ(number_of_factors(words), 1U);
  EXPECT_EQ(number_of_factors(128), 2U);
  EXPECT_EQ(number_of_factors(191), 2U);
  EXPECT_EQ(number_of_factors(192), 3U);
}

}  // namespace
}  // namespace bsg::inference
