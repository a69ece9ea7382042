#include "evaluation/noise_words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace bsg::evaluation {
namespace {

TEST(NoiseWords, AreAllWordsWithTheirShareWhereTheseAreFew) {
  const NoiseWords noise(std::vector<double>{3, 0, 1});
  const NoiseSample sample = noise.sample(5, 2);
  EXPECT_EQ(sample.words, (std::vector<WordId>{0, 2}));
  EXPECT_EQ(sample.weights, (std::vector<double>{0.75, 0.25}));
}

std::vector<double> falling_weights(std::size_t words) {
  std::vector<double> weights(words);
  for (std::size_t id = 0; id < words; ++id) weights[id] = 1 / (3.0 + static_cast<double>(id));
  weights[7] = 0;
  return weights;
}

/// Evenly spread: of a word with the share p, n p of the n draws, rounded up or down.
TEST(NoiseWords, AreDrawnInProportionToTheirShare) {
  const NoiseWords noise(falling_weights(500));
  constexpr std::size_t kDraws = 64, kTargets = 4000;
  std::vector<double> mean(500);
  for (std::uint32_t target = 0; target < kTargets; ++target) {
    const NoiseSample sample = noise.sample(target, kDraws);
    ASSERT_EQ(sample.words.size(), kDraws);
    std::vector<double> times(500);
    for (std::size_t k = 0; k < kDraws; ++k) {
      EXPECT_EQ(sample.weights[k], 1.0 / kDraws);
      times[sample.words[k]] += 1;
    }
    for (std::size_t id = 0; id < times.size(); ++id) {
      EXPECT_LT(std::abs(times[id] - kDraws * noise.shares()[id]), 1);
      mean[id] += times[id] / (kDraws * kTargets);
    }
  }
  for (std::size_t id = 0; id < mean.size(); ++id) {
    // The variance of a rounding at random is ¼ at the most.
    EXPECT_NEAR(mean[id], noise.shares()[id], 5 * 0.5 / kDraws / std::sqrt(kTargets)) << id;
  }
  EXPECT_EQ(mean[7], 0);
}

TEST(NoiseWords, AreTheSameEachTimeAndOthersForAnotherTarget) {
  const NoiseWords noise(falling_weights(5000));
  EXPECT_EQ(noise.sample(3, 100).words, noise.sample(3, 100).words);
  EXPECT_NE(noise.sample(3, 100).words, noise.sample(4, 100).words);
}

}  // namespace
}  // namespace bsg::evaluation
