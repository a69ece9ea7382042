#include "comparing/noise_axes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "comparing/drawn_word.h"

namespace bsg::comparing {
namespace {

using tests::DrawnWord;

std::vector<float> mean_of(float first) {
  std::vector<float> mean(30, 0.2F);
  mean[0] = first;
  return mean;
}

/// Noise along one direction hides changes along all others, until it is known.
TEST(NoiseAxes, ShowChangesOutsideTheNoise) {
  std::mt19937_64 random(6);
  std::normal_distribution<float> strong(0, 3);
  const auto noisy = [&](float apart) {
    ComparedWord word = DrawnWord(random, mean_of(1), mean_of(1 + apart), 0.1F, 1).word();
    for (WordParts& text : word.parts) {
      for (std::vector<float>& mean : text.means) mean[5] += strong(random);
    }
    return word;
  };
  std::vector<ComparedWord> words;
  for (int n = 0; n < 500; ++n) words.push_back(noisy(0));
  const NoiseAxes axes(words, 0);
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

/// Unchanged words whose noise is largest along a few directions, and differs somewhat from word to
/// word.
std::vector<ComparedWord> unchanged(std::size_t words, std::size_t dimension,
                                    std::mt19937_64& random) {
  std::chi_squared_distribution<float> own(20);
  std::vector<ComparedWord> drawn;
  for (std::size_t n = 0; n < words; ++n) {
    const std::vector<float> mean(dimension);
    ComparedWord word =
        DrawnWord(random, mean, mean, 0.3F * std::sqrt(20 / own(random)), 0.04F).word();
    for (WordParts& text : word.parts) {
      for (std::vector<float>& part : text.means) {
        for (std::size_t k = 0; k < dimension; ++k) part[k] /= 1 + static_cast<float>(k) / 2;
      }
    }
    drawn.push_back(std::move(word));
  }
  return drawn;
}

struct Shares {
  double below_thousandth = 0, below_hundredth = 0, mean_z = 0, deviation_of_z = 0;
};

/// Of p and z over 40,000 unchanged words in lists of so many.
Shares shares_of_unchanged(std::size_t words, std::size_t dimension) {
  constexpr double kAll = 40000;
  std::mt19937_64 random(11);
  Shares shares;
  for (std::size_t list = 0; list < static_cast<std::size_t>(kAll) / words; ++list) {
    const std::vector<PartProducts> products =
        multiply_in_noise_axes(unchanged(words, dimension, random));
    const std::vector<Excess> excess = excess_by_weight(products, std::vector<double>(words, 1));
    for (std::size_t n = 0; n < words; ++n) {
      const auto [z, p] = evidence_of(products[n], excess[n]);
      shares.below_thousandth += p < 0.001 ? 1 / kAll : 0;
      shares.below_hundredth += p < 0.01 ? 1 / kAll : 0;
      shares.mean_z += z / kAll;
      shares.deviation_of_z += z * z / kAll;
    }
  }
  shares.deviation_of_z = std::sqrt(shares.deviation_of_z);
  return shares;
}

TEST(NoiseAxes, GiveUnchangedWordsTheirChances) {
  for (const auto& [words, dimension] :
       std::vector<std::pair<std::size_t, std::size_t>>{{40, 8}, {100, 30}, {2000, 30}}) {
    SCOPED_TRACE(words);
    const Shares shares = shares_of_unchanged(words, dimension);
    EXPECT_NEAR(shares.mean_z, 0, 0.04);
    EXPECT_NEAR(shares.deviation_of_z, 0.93, 0.06);
    // Half of what they should be or somewhat more: each word may be one of a few articles, and
    // here none is.
    EXPECT_GT(shares.below_hundredth, 0.004);
    EXPECT_LT(shares.below_hundredth, 0.01);
    EXPECT_GT(shares.below_thousandth, 0.0001);
    EXPECT_LT(shares.below_thousandth, 0.0011);
  }
}

TEST(NoiseAxes, AreThereForOneWordAndForAFew) {
  std::mt19937_64 random(12);
  for (const std::size_t words : {1U, 2U, 3U}) {
    for (const PartProducts& products : multiply_in_noise_axes(unchanged(words, 30, random))) {
      const Evidence evidence = evidence_of(products, {});
      EXPECT_TRUE(std::isfinite(evidence.z));
      EXPECT_GT(evidence.p_value, 0);
    }
  }
}

}  // namespace
}  // namespace bsg::comparing
