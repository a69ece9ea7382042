#include "comparing/change_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "comparing/noise_axes.h"

namespace bsg::comparing {
namespace {

constexpr std::size_t kDimension = 30;

/// A word's parts in both texts, drawn with known deviations around known means.
class DrawnWord {
 public:
  /// `spread`: standard deviation of a part's estimate by dimension; `told`: what the variances say
  /// of its square.
  DrawnWord(std::mt19937_64& random, const std::vector<float>& a, const std::vector<float>& b,
            float spread, float told) {
    std::normal_distribution<float> noise(0, spread);
    for (std::size_t text = 0; text < 2; ++text) {
      const std::vector<float>& mean = text == 0 ? a : b;
      for (std::size_t part = 0; part < kParts; ++part) {
        std::vector<float>& drawn = parts_[text].means[part];
        for (const float value : mean) drawn.push_back(value + noise(random));
        parts_[text].traces[part] = double{told} * static_cast<double>(mean.size());
      }
      whole_[text].resize(mean.size());
      for (std::size_t k = 0; k < mean.size(); ++k) {
        for (const auto& drawn : parts_[text].means) whole_[text][k] += drawn[k] / kParts;
      }
    }
  }

  [[nodiscard]] PartProducts products() const { return multiply_parts(parts_[0], parts_[1]); }
  [[nodiscard]] WordWholes wholes() const { return {whole_[0], whole_[1]}; }
  [[nodiscard]] ComparedWord word() const {
    return {.parts = parts_, .a = {whole_[0], whole_[0]}, .b = {whole_[1], whole_[1]}};
  }

 private:
  std::array<WordParts, 2> parts_;
  std::array<std::vector<float>, 2> whole_;
};

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
      EXPECT_NEAR(word.trace, 2 * kDimension * 0.25, 1e-4);
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
  // The scales are estimates themselves, so that a small excess at both ends is right.
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
    deviations.push_back(distance.deviation);
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

TEST(ChangeStatistics, SayNothingOfTwoTextsAlike) {
  std::mt19937_64 random(5);
  const std::vector<float> mean = direction(1);
  const DrawnWord word(random, mean, mean, 0, 0.1F);
  EXPECT_EQ(distance_of(word.products(), {}, word.wholes()).value, 0);
  EXPECT_NEAR(evidence_of(word.products(), {}).z, 0, 1e-6);
  EXPECT_GT(evidence_of(word.products(), {}).p_value, 0.3);
}

/// Noise along one direction hides changes along all others, until it is known.
TEST(NoiseAxes, ShowChangesOutsideTheNoise) {
  std::mt19937_64 random(6);
  std::normal_distribution<float> strong(0, 3);
  const auto noisy = [&](float apart) {
    ComparedWord word = DrawnWord(random, direction(1), direction(1 + apart), 0.1F, 1).word();
    for (WordParts& text : word.parts) {
      for (std::vector<float>& mean : text.means) mean[5] += strong(random);
    }
    return word;
  };
  std::vector<ComparedWord> words;
  for (int n = 0; n < 500; ++n) words.push_back(noisy(0));
  const NoiseAxes axes(words);
  std::vector<PartProducts> plain, even;
  for (const auto& [parts, a, b] : words) {
    plain.push_back(multiply_parts(parts[0], parts[1]));
    even.push_back(multiply_parts(axes.bring(parts[0]), axes.bring(parts[1])));
  }
  const std::vector<double> alike(words.size(), 1);
  const Excess plain_excess = excess_by_weight(plain, alike).front();
  const Excess even_excess = excess_by_weight(even, alike).front();
  EXPECT_NEAR(even_excess.trace_squares / even_excess.trace / even_excess.trace, 1, 0.2);
  const ComparedWord changed = noisy(0.7F);
  const auto& [a, b] = changed.parts;
  EXPECT_LT(evidence_of(multiply_parts(a, b), plain_excess).z, 3);
  EXPECT_GT(evidence_of(multiply_parts(axes.bring(a), axes.bring(b)), even_excess).z, 10);
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

TEST(NormalBelow, IsTheDistributionFunction) {
  EXPECT_NEAR(normal_below(0), 0.5, 1e-15);
  EXPECT_NEAR(normal_below(1.959963984540054), 0.975, 1e-12);
  EXPECT_NEAR(normal_below(-3.090232306167813), 0.001, 1e-12);
}

}  // namespace
}  // namespace bsg::comparing
