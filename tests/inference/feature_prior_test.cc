#include "inference/feature_prior.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "kernels/aligned_buffer.h"

namespace bsg::inference {
namespace {

constexpr std::size_t kGroups = 20, kPerGroup = 30, kWords = kGroups * kPerGroup, kM = 8;
constexpr double kTau = 10;

/// Words of a group have a tag in common.
features::FeatureMatrix group_features() {
  features::FeatureRows rows;
  for (std::size_t word = 0; word < kWords; ++word) {
    const std::vector<features::WordFeature> row{{"t" + std::to_string(word % kGroups), 1.0F}};
    rows.add(row);
  }
  return rows.matrix(1);
}

/// Means around those of the groups, with the variance `around`; the densities have `own`.
Densities grouped_densities(double around, double own) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::vector<double> centres(kGroups * kM);
  for (double& value : centres) value = normal(random);
  Densities u(kWords, kM);
  for (std::uint32_t word = 0; word < kWords; ++word) {
    for (std::size_t k = 0; k < kM; ++k) {
      const double off = std::sqrt(around) * normal(random);
      u.mean(word)[k] = static_cast<float>(centres[word % kGroups * kM + k] + off);
      u.variance(word)[k] = static_cast<float>(own);
    }
  }
  return u;
}

/// What a prior adds to a word's P (its diagonal) and r.
struct Added {
  double precision;
  std::vector<float> r;
};

Added added(const Prior& prior, std::uint32_t word) {
  const std::size_t stride = 16;
  std::vector<float> precision(kM * stride), diagonal(stride), r(stride);
  kernels::AlignedBuffer workspace;
  prior.add(word, WordSums{kM, stride, precision.data(), diagonal.data(), r.data()}, workspace);
  return {diagonal[0], {r.begin(), r.begin() + kM}};
}

TEST(FeaturePrior, LearnsWhereWordsOfAKindLieAndHowFarFromThere) {
  const features::FeatureMatrix matrix = group_features();
  FeaturePrior prior(matrix, kM, kTau);
  const Densities u = grouped_densities(0.03, 0.01);
  for (int turn = 0; turn < 10; ++turn) prior.learn(u);
  // Means vary by 0.03, draws of the densities by 0.01 more.
  EXPECT_NEAR(prior.word_variance(), 0.04, 0.004);
  const Added one = added(prior.blended(1), 3);
  for (std::size_t k = 0; k < kM; ++k) {
    double centre = 0;
    for (std::uint32_t word = 3; word < kWords; word += kGroups) {
      centre += double{u.rows().mean(word)[k]} / kPerGroup;
    }
    EXPECT_NEAR(one.r[k] / one.precision, centre, 0.05);
  }
}

/// Where FeaturePrior's formulas lead, in double: with one feature for each word, w of a group is
/// Σ t_i μ_i / (Σ t_i + k), and the regression's degrees of freedom are Σ n / (n + k).
std::vector<double> precisions_by_the_formulas(const Densities& u, int turns) {
  constexpr double kRidge = 0.6, kNu = 3;
  const double h = kPerGroup / (kPerGroup + kRidge) / kPerGroup;
  double tau = kTau;
  std::vector<double> precisions(kWords, kTau);
  for (int turn = 0; turn < turns; ++turn) {
    std::vector<double> sums(kGroups * kM), weights(kGroups, kRidge);
    for (std::uint32_t word = 0; word < kWords; ++word) {
      const double t = precisions[word] / tau;
      weights[word % kGroups] += t;
      for (std::size_t k = 0; k < kM; ++k) {
        sums[word % kGroups * kM + k] += t * double{u.rows().mean(word)[k]};
      }
    }
    std::vector<double> distances(kWords), seen(kWords);
    double freedom = 0, total = 0;
    for (std::uint32_t word = 0; word < kWords; ++word) {
      const std::size_t group = word % kGroups;
      double trace = 0;
      for (std::size_t k = 0; k < kM; ++k) {
        const double mean = sums[group * kM + k] / weights[group];
        distances[word] += std::pow(double{u.rows().mean(word)[k]} - mean, 2);
        trace += double{u.rows().variance(word)[k]};
      }
      distances[word] += trace;
      seen[word] = std::pow(1 - precisions[word] * trace / kM, 2);
      freedom += 1 - h * seen[word];
      total += distances[word];
    }
    tau = kM * freedom / total;
    for (std::size_t word = 0; word < kWords; ++word) {
      precisions[word] = (kNu + kM) / (distances[word] + (kNu + kM * h * seen[word]) / tau);
    }
  }
  return precisions;
}

TEST(FeaturePrior, FollowsItsFormulas) {
  const features::FeatureMatrix matrix = group_features();
  FeaturePrior prior(matrix, kM, kTau);
  Densities u = grouped_densities(0.03, 0.01);
  for (std::size_t k = 0; k < kM; ++k) u.mean(7)[k] += 1;
  constexpr int kTurns = 30;
  for (int turn = 0; turn < kTurns; ++turn) prior.learn(u);
  const Prior now = prior.blended(1);
  const std::vector<double> expected = precisions_by_the_formulas(u, kTurns);
  for (std::uint32_t word = 0; word < kWords; ++word) {
    EXPECT_NEAR(added(now, word).precision, expected[word], 0.005 * expected[word]) << word;
  }
}

TEST(FeaturePrior, LearnsNothingFromWordsThatOnlyFollowIt) {
  const features::FeatureMatrix matrix = group_features();
  FeaturePrior prior(matrix, kM, kTau);
  Densities u = grouped_densities(0.03, 0.01);
  for (int turn = 0; turn < 100; ++turn) {
    prior.learn(u);
    // What words without pairs have of it.
    for (std::uint32_t word = 0; word < kWords; word += 2) {
      const Added now = added(prior.blended(1), word);
      for (std::size_t k = 0; k < kM; ++k) {
        u.mean(word)[k] = static_cast<float>(now.r[k] / now.precision);
        u.variance(word)[k] = static_cast<float>(1 / now.precision);
      }
    }
  }
  EXPECT_NEAR(prior.word_variance(), 0.04, 0.004);
  EXPECT_NEAR(added(prior.blended(1), 2).precision, 1 / prior.word_variance(),
              0.1 / prior.word_variance());
}

TEST(FeaturePrior, LearnsLessFromAWordThatItsFeaturesMislead) {
  const features::FeatureMatrix matrix = group_features();
  const auto mean_of_group = [&](float off) {
    FeaturePrior prior(matrix, kM, kTau);
    Densities u = grouped_densities(0.03, 0.01);
    for (std::size_t k = 0; k < kM; ++k) u.mean(7)[k] += off;
    for (int turn = 0; turn < 10; ++turn) prior.learn(u);
    const Added other = added(prior.blended(1), 27);
    return other.r[0] / other.precision;
  };
  // One of thirty words: the mean would move by a thirtieth of the way.
  EXPECT_LT(std::abs(mean_of_group(3) - mean_of_group(0)), 0.3 * 3 / kPerGroup);
}

TEST(FeaturePrior, GivesAWordThatItsFeaturesMisleadALooserPrior) {
  const features::FeatureMatrix matrix = group_features();
  FeaturePrior prior(matrix, kM, kTau);
  Densities u = grouped_densities(0.03, 0.01);
  for (std::size_t k = 0; k < kM; ++k) u.mean(7)[k] += 2;
  for (int turn = 0; turn < 10; ++turn) prior.learn(u);
  const Prior now = prior.blended(1);
  EXPECT_LT(added(now, 7).precision, 0.1 * added(now, 8).precision);
}

TEST(FeaturePrior, BlendsAsIfItHadBeenThereAlways) {
  const features::FeatureMatrix matrix = group_features();
  FeaturePrior prior(matrix, kM, kTau);
  const Densities first = grouped_densities(0.5, 0.1), second = grouped_densities(0.03, 0.01);
  prior.learn(first);
  const Added before = added(prior.blended(1), 11);
  prior.learn(second);
  const Added now = added(prior.blended(1), 11);
  constexpr double kStep = 0.2;
  const Added blended = added(prior.blended(kStep), 11);
  EXPECT_NEAR(kStep * blended.precision + (1 - kStep) * before.precision, now.precision,
              1e-4 * now.precision);
  for (std::size_t k = 0; k < kM; ++k) {
    EXPECT_NEAR(kStep * double{blended.r[k]} + (1 - kStep) * double{before.r[k]}, now.r[k],
                1e-4 * std::abs(now.r[k]) + 1e-3);
  }
}

TEST(FeaturePrior, CountsWhatWasLeftOutOfTheMatrixOnce) {
  features::FeatureRows rows;
  for (std::size_t word = 0; word < kWords; ++word) {
    const std::vector<features::WordFeature> row{{"sown" + std::to_string(word), 0.6F},
                                                 {"t" + std::to_string(word % kGroups), 0.8F}};
    rows.add(row);
  }
  const features::FeatureMatrix matrix = rows.matrix(2);
  EXPECT_NEAR(matrix.left_out(), 0.36, 1e-6);
  FeaturePrior prior(matrix, kM, kTau);
  const Densities u = grouped_densities(0.03, 0.01);
  for (int turn = 0; turn < 10; ++turn) prior.learn(u);
  EXPECT_NEAR(prior.word_variance() + 0.36 * prior.unknown_weight_variance(), 0.04, 0.004);
}

TEST(FeaturePrior, KnowsHowUnsureItIsOfAnAverageWord) {
  // The two features of a word always come together: what is known of one is known of both.
  features::FeatureRows rows;
  for (std::size_t word = 0; word < kWords; ++word) {
    const std::string group = std::to_string(word % kGroups);
    const std::vector<features::WordFeature> row{{"ta" + group, std::sqrt(0.5F)},
                                                 {"tb" + group, std::sqrt(0.5F)}};
    rows.add(row);
  }
  const features::FeatureMatrix matrix = rows.matrix(1);
  FeaturePrior prior(matrix, kM, kTau);
  const Densities u = grouped_densities(0.03, 0.01);
  for (int turn = 0; turn < 10; ++turn) prior.learn(u);
  const std::vector<float> variances = prior.weight_variances();
  const double of_mean = 0.5 * double{variances[0]} + 0.5 * double{variances[1]};
  // (AᵀA + kI)⁻¹ along the direction of the two: 1 / (30 + k).
  EXPECT_NEAR(of_mean / prior.word_variance(), 1 / (kPerGroup + 0.6), 0.2 / kPerGroup);
}

TEST(FeaturePrior, IsSureOfWhatManyWordsHave) {
  features::FeatureRows rows;
  for (std::size_t word = 0; word < 10; ++word) {
    std::vector<features::WordFeature> row{{"tcommon", 1.0F}};
    if (word == 0) row.push_back({"trare", 1.0F});
    rows.add(row);
  }
  const features::FeatureMatrix matrix = rows.matrix(1);
  FeaturePrior prior(matrix, kM, kTau);
  const std::vector<float> variances = prior.weight_variances();
  EXPECT_LT(variances[0], 0.2 * variances[1]);
  EXPECT_LT(variances[1], prior.unknown_weight_variance());
}

}  // namespace
}  // namespace bsg::inference
