#include "inference/bound.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "features/feature_matrix.h"
#include "inference/half_update.h"
#include "inference/learned_side.h"
#include "inference/pair_rows.h"
#include "inference/xi_form.h"
#include "paper_options.h"
#include "sampling/negative_sampler.h"
#include "small_vocabulary.h"

namespace bsg::inference {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using sampling::PairRow;
using tests::source;
using tests::transposed;

constexpr double kRounding = 1e-5;  // relative: ξ and its logarithm are in single precision

Densities random_densities(std::size_t words, std::size_t m, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> variance(0.01F, 0.6F);
  Densities densities(words, m);
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::size_t k = 0; k < m; ++k) {
      densities.mean(word)[k] = normal(random);
      densities.variance(word)[k] = variance(random);
    }
  }
  return densities;
}

/// Rows of positives and, if asked for, negatives; a pair may be both.
std::vector<PairRow> random_rows(std::size_t words, bool negatives, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<PairRow> rows(words);
  for (PairRow& row : rows) {
    for (std::uint32_t id = 0; id < words; ++id) {
      const auto positive = static_cast<float>(random() % 3);
      const auto negative = static_cast<float>(negatives ? random() % 3 : 0);
      if (positive + negative == 0 || random() % 2 == 0) continue;
      row.ids.push_back(id);
      row.counts.push_back(positive + negative);
      row.pulls.push_back(positive - negative);
    }
  }
  return rows;
}

std::vector<SampledTarget> all_targets(std::size_t words) {
  std::vector<SampledTarget> targets(words);
  for (std::uint32_t word = 0; word < words; ++word) targets[word].word = word;
  return targets;
}

struct Moments {
  double mean = 0;            ///< E[x]
  double square = 0;          ///< E[x²], (9) with (10)
  double printed_square = 0;  ///< (11)
};

Moments moments(const Densities& u, const Densities& v, std::uint32_t i, std::uint32_t j) {
  Moments result;
  for (std::size_t k = 0; k < u.dimension(); ++k) {
    const double mu = u.rows().mean(i)[k], mv = v.rows().mean(j)[k];
    const double su = u.rows().variance(i)[k], sv = v.rows().variance(j)[k];
    result.mean += mu * mv;
    result.square += su * sv + su * mv * mv + sv * mu * mu;
    result.printed_square += (su + mu * mu) * (sv + mv * mv);
  }
  result.square += result.mean * result.mean;
  return result;
}

/// E log p_ξ of one pair, (8).
double pair_bound(int d, const Moments& x, double xi_squared) {
  const double xi = std::sqrt(xi_squared);
  return -std::log1p(std::exp(-xi)) + (d * x.mean - xi) / 2 -
         std::tanh(xi / 2) / (4 * xi) * (x.square - xi_squared);
}

double xi_squared_of(const Moments& x, Xi xi) {
  return xi == Xi::exact ? x.square : x.printed_square;
}

class BoundOfXi : public ::testing::TestWithParam<Xi> {};

TEST_P(BoundOfXi, IsTheSumOverPairsWithDrawnNegatives) {
  constexpr std::size_t kWords = 90;  // more than a block of pairs
  const Densities u = random_densities(kWords, 5, 1), v = random_densities(kWords, 5, 2);
  const std::vector<PairRow> rows = random_rows(kWords, true, 3);
  const std::vector<SampledTarget> targets{{0}, {7, 2.5}, {8}, {89, 0.5}};
  double sum = 0, positives = 0;
  for (const auto& [i, weight] : targets) {
    for (std::size_t k = 0; k < rows[i].ids.size(); ++k) {
      const Moments x = moments(u, v, i, rows[i].ids[k]);
      const double positive = (rows[i].counts[k] + rows[i].pulls[k]) / 2;
      const double negative = rows[i].counts[k] - positive;
      sum += weight * positive * pair_bound(1, x, xi_squared_of(x, GetParam())) +
             weight * negative * pair_bound(-1, x, xi_squared_of(x, GetParam()));
      positives += weight * positive;
    }
  }
  const PairSource pairs = source(rows);
  const LikelihoodBound bound = likelihood_bound(u, v, {xi_form(GetParam()), pairs}, targets, {});
  EXPECT_NEAR(bound.sum, sum, kRounding * std::abs(sum));
  EXPECT_EQ(bound.positive_pairs, positives);
}

struct ExpectedCase {
  Xi xi;
  bool exclude;
  std::uint32_t groups;
};

/// The sum over all contexts z outside C(i), each with the ξ̄ of its group.
double explicit_bound(const Densities& u, const Densities& v, const std::vector<PairRow>& rows,
                      const std::vector<double>& shares, const ExpectedNegatives& negatives,
                      const ExpectedCase& how) {
  const std::span<const std::uint32_t> group_of = negatives.group_of();
  double sum = 0;
  for (std::uint32_t i = 0; i < u.size(); ++i) {
    std::vector<double> square(how.groups), share(how.groups);
    std::vector<bool> positive(v.size());
    for (std::uint32_t z = 0; z < v.size(); ++z) {
      square[group_of[z]] += shares[z] * xi_squared_of(moments(u, v, i, z), how.xi);
      share[group_of[z]] += shares[z];
    }
    for (std::size_t k = 0; k < rows[i].ids.size(); ++k) {
      const Moments x = moments(u, v, i, rows[i].ids[k]);
      sum += rows[i].counts[k] * pair_bound(1, x, xi_squared_of(x, how.xi));
      positive[rows[i].ids[k]] = true;
    }
    for (std::uint32_t z = 0; z < v.size(); ++z) {
      if (how.exclude && positive[z]) continue;
      const std::uint32_t g = group_of[z];
      sum += double{negatives.alphas()[i]} * shares[z] *
             pair_bound(-1, moments(u, v, i, z), square[g] / share[g]);
    }
  }
  return sum;
}

TEST(Bound, IsTheSumOverAllContextsWithExpectedNegatives) {
  const std::vector<std::uint64_t> counts{60, 40, 30, 20, 12, 9, 7, 5, 4, 3, 2, 1};
  const corpus::Vocabulary vocabulary = tests::vocabulary_with_counts(counts);
  const std::size_t words = counts.size();
  std::vector<double> shares = sampling::negative_weights(vocabulary, 0.75);
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= total;
  const Densities u = random_densities(words, 4, 5), v = random_densities(words, 4, 6);
  const std::vector<PairRow> rows = random_rows(words, false, 7);
  const PairSource pairs = source(rows);
  const std::vector<SampledTarget> targets = all_targets(words);
  for (const Xi xi : {Xi::exact, Xi::paper}) {
    for (const bool exclude : {false, true}) {
      for (const std::uint32_t groups : {1U, 4U}) {
        TrainingOptions options = tests::paper_options();
        options.inference.dimension = 4;
        options.inference.xi = xi;
        options.inference.negative_groups = groups;
        options.sampling.negatives = 3;
        options.sampling.exclude_positives = exclude;
        ExpectedNegatives negatives(vocabulary, options.sampling, options.inference);
        const auto positives_of = [&](std::uint32_t word) {
          return static_cast<std::uint64_t>(
              std::accumulate(rows[word].counts.begin(), rows[word].counts.end(), 0.0));
        };
        negatives.weigh_positives(positives_of, pairs, {});
        negatives.regroup(u, v, {});
        const double sum = explicit_bound(u, v, rows, shares, negatives, {xi, exclude, groups});
        const LikelihoodBound bound =
            likelihood_bound(u, v, {xi_form(xi), pairs, &negatives}, targets, {});
        EXPECT_NEAR(bound.sum, sum, kRounding * std::abs(sum))
            << "exact " << (xi == Xi::exact) << ", exclude " << exclude << ", groups " << groups;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Inference, BoundOfXi, ::testing::Values(Xi::exact, Xi::paper),
                         [](const auto& test) {
                           return test.param == Xi::exact ? "Exact" : "Paper";
                         });

TEST(Bound, DoesNotDependOnThreads) {
  const Densities u = random_densities(80, 6, 1), v = random_densities(80, 6, 2);
  const std::vector<PairRow> rows = random_rows(80, true, 3);
  const PairSource pairs = source(rows);
  const auto sum_on = [&](std::size_t threads) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    return likelihood_bound(u, v, {kernels::XiForm::exact, pairs}, all_targets(80), {}).sum +
           prior_bound(u, 2);
  };
  EXPECT_EQ(sum_on(1), sum_on(2));
}

/// −KL(q ‖ N(m, τ⁻¹I)) of a word, by the textbook's formula.
double minus_kl(const Densities& q, std::uint32_t word, std::span<const float> mean, double tau) {
  double kl = 0;
  for (std::size_t k = 0; k < q.dimension(); ++k) {
    const double variance = q.rows().variance(word)[k];
    const double off = double{q.rows().mean(word)[k]} - (mean.empty() ? 0 : double{mean[k]});
    kl += std::log(1 / tau / variance) / 2 + (variance + off * off) * tau / 2 - 0.5;
  }
  return -kl;
}

TEST(PriorBound, IsMinusTheDivergenceFromAnIsotropicPrior) {
  const Densities q = random_densities(70, 13, 4);
  double sum = 0;
  for (std::uint32_t word = 0; word < q.size(); ++word) sum += minus_kl(q, word, {}, 1.7);
  EXPECT_NEAR(prior_bound(q, 1.7), sum, 1e-9 * std::abs(sum));
}

TEST(PriorBound, IsZeroAtThePrior) {
  Densities q(3, 7);
  for (std::uint32_t word = 0; word < 3; ++word) std::fill_n(q.variance(word), 7, 0.25F);
  EXPECT_NEAR(prior_bound(q, 4), 0, 1e-12);
}

TEST(PriorBound, SurvivesVariancesAtTheEndsOfTheRange) {
  Densities q(1, 12);
  std::fill_n(q.variance(0), 12, 1e-38F);
  EXPECT_NEAR(prior_bound(q, 1), (12 + 12 * std::log(double{1e-38F})) / 2, 1e-6);
}

TEST(PriorBound, TakesEachWordsMeanAndPrecisionFromFeatures) {
  const Densities q = random_densities(4, 3, 8);
  features::FeatureRows rows;
  for (const char* tag : {"ta", "tb", "tb", "ta"}) {
    rows.add(std::vector<features::WordFeature>{{tag, 1.0F}});
  }
  const features::FeatureMatrix matrix = rows.matrix(1);
  FeaturePrior prior(matrix, 3, 2);
  prior.learn(q);
  double sum = 0;
  for (std::uint32_t word = 0; word < 4; ++word) {
    sum += minus_kl(q, word, prior.mean(word), prior.precision(word));
  }
  EXPECT_NEAR(prior_bound(q, prior), sum, 1e-9 * std::abs(sum));
  EXPECT_GT(std::abs(prior_bound(q, prior) - prior_bound(q, 2)), 0.1);
}

std::vector<double> zipf(std::size_t words) {
  std::vector<double> pairs(words);
  for (std::size_t word = 0; word < words; ++word) {
    pairs[word] = 1e6 / (1 + static_cast<double>(word));
  }
  return pairs;
}

TEST(SampleTargets, AreAllOfAFewWords) {
  const std::vector<SampledTarget> all = sample_targets(zipf(64));
  ASSERT_EQ(all.size(), 64U);
  for (std::uint32_t word = 0; word < 64; ++word) {
    EXPECT_EQ(all[word].word, word);
    EXPECT_EQ(all[word].weight, 1);
  }
  EXPECT_EQ(sample_targets(std::vector<double>(3)).size(), 3U);
}

/// The frequent ones stand for themselves, and each of the others for as many as there are to one
/// of its size.
TEST(SampleTargets, StandForAllOfManyWords) {
  const std::vector<double> pairs = zipf(8000);
  const std::vector<SampledTarget> some = sample_targets(pairs);
  EXPECT_EQ(some.size(), 500U);
  double sizes = 0, words = 0, sum = 0;
  for (std::size_t place = 0; place < some.size(); ++place) {
    if (place > 0) {
      EXPECT_GT(some[place].word, some[place - 1].word);
    }
    EXPECT_GE(some[place].weight, 1);
    sizes += some[place].weight * std::sqrt(pairs[some[place].word]);
    words += some[place].weight;
    sum += some[place].weight * pairs[some[place].word];
  }
  EXPECT_EQ(some[5].weight, 1);
  EXPECT_GT(some.back().weight, 10);
  double all_sizes = 0, all_pairs = 0;
  for (const double one : pairs) {
    all_sizes += std::sqrt(one);
    all_pairs += one;
  }
  EXPECT_NEAR(sizes, all_sizes, 1e-9 * all_sizes);
  EXPECT_NEAR(words, 8000, 80);
  EXPECT_NEAR(sum, all_pairs, 0.01 * all_pairs);
}

/// In one dimension a diagonal is the full covariance, so that half-updates climb.
TEST(Bound, NeverFallsWithFullCovariancesOnFixedData) {
  constexpr std::size_t kWords = 12;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const std::vector<PairRow> rows = random_rows(kWords, true, seed), columns = transposed(rows);
    const PairSource of_rows = source(rows), of_columns = source(columns);
    LearnedSide u(Side::target, kWords, 1, Prior::isotropic(1.5));
    LearnedSide v(Side::context, kWords, 1, Prior::isotropic(0.6));
    initialise(u.densities, Side::target, seed);
    initialise(v.densities, Side::context, seed);
    const auto bound = [&] {
      return likelihood_bound(u.densities, v.densities, {kernels::XiForm::exact, of_rows},
                              all_targets(kWords), {})
                 .sum +
             prior_bound(u.densities, 1.5) + prior_bound(v.densities, 0.6);
    };
    const double first = bound();
    double before = first;
    for (int step = 0; step < 20; ++step) {
      half_update({.xi = kernels::XiForm::exact}, of_rows, v.densities, u, {});
      const double between = bound();
      EXPECT_GE(between, before - 1e-6 * std::abs(before)) << seed << ", step " << step;
      half_update({.xi = kernels::XiForm::exact}, of_columns, u.densities, v, {});
      before = bound();
      EXPECT_GE(before, between - 1e-6 * std::abs(between)) << seed << ", step " << step;
    }
    EXPECT_GT(before, first + 1) << seed;
  }
}

/// What the test above would notice: rows and columns whose signs are exchanged do fall.
TEST(Bound, FallsWhereTheSignsAreWrong) {
  constexpr std::size_t kWords = 12;
  const std::vector<PairRow> rows = random_rows(kWords, true, 1);
  std::vector<PairRow> wrong = rows;
  for (PairRow& row : wrong) {
    for (float& pull : row.pulls) pull = -pull;
  }
  LearnedSide u(Side::target, kWords, 1, Prior::isotropic(1));
  const Densities v = random_densities(kWords, 1, 2);
  const PairSource right_rows = source(rows), wrong_rows = source(wrong);
  const auto bound = [&] {
    return likelihood_bound(u.densities, v, {kernels::XiForm::exact, right_rows},
                            all_targets(kWords), {})
               .sum +
           prior_bound(u.densities, 1);
  };
  half_update({.xi = kernels::XiForm::exact}, right_rows, v, u, {});
  const double before = bound();
  half_update({.xi = kernels::XiForm::exact}, wrong_rows, v, u, {});
  EXPECT_LT(bound(), before - 1);
}

}  // namespace
}  // namespace bsg::inference
