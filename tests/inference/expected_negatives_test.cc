#include "inference/expected_negatives.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "inference/half_update.h"
#include "inference/learned_side.h"
#include "inference/pair_rows.h"
#include "inference/score_groups.h"
#include "inference/xi_form.h"
#include "paper_options.h"
#include "sampling/data_set.h"
#include "sampling/negative_sampler.h"
#include "small_vocabulary.h"

namespace bsg::inference {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using sampling::PairRow;
using tests::source;
using tests::transposed;

constexpr double kPrior = 0.7;

/// Positive pairs of every word, by row; the first words have all or nearly all words as partners.
std::vector<PairRow> draw_rows(std::size_t words, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<PairRow> rows(words);
  for (std::size_t word = 0; word < words; ++word) {
    for (std::uint32_t id = 0; id < words; ++id) {
      const bool all = word == 0 || (word == 1 && id != words - 1) || (word == 2 && id != 0);
      if (!all && random() % words > word) continue;
      const float count = static_cast<float>(1 + random() % 5);
      rows[word].ids.push_back(id);
      rows[word].counts.push_back(count);
      rows[word].pulls.push_back(count);
    }
  }
  return rows;
}

/// n_i of rows of positive pairs.
auto positives_of(const std::vector<PairRow>& rows) {
  return [&rows](std::uint32_t word) {
    return static_cast<std::uint64_t>(
        std::accumulate(rows[word].counts.begin(), rows[word].counts.end(), 0.0));
  };
}

struct Gaussian {
  VectorXd mean;
  VectorXd variance;

  [[nodiscard]] MatrixXd second_moment() const {
    return MatrixXd(variance.asDiagonal()) + mean * mean.transpose();
  }
};

std::vector<Gaussian> gaussians(const Densities& densities) {
  std::vector<Gaussian> result;
  const auto m = static_cast<Eigen::Index>(densities.dimension());
  for (std::size_t word = 0; word < densities.size(); ++word) {
    result.push_back(
        {Eigen::Map<const Eigen::VectorXf>(densities.rows().mean(word), m).cast<double>(),
         Eigen::Map<const Eigen::VectorXf>(densities.rows().variance(word), m).cast<double>()});
  }
  return result;
}

double xi_squared(const Gaussian& u, const Gaussian& v, Xi form) {
  if (form == Xi::exact) return u.second_moment().cwiseProduct(v.second_moment()).sum();
  return u.second_moment().diagonal().dot(v.second_moment().diagonal());
}

double twice_lambda(double xi_squared) {
  const double xi = std::sqrt(xi_squared);
  return std::tanh(xi / 2) / (2 * xi);
}

std::vector<double> normalised(std::vector<double> weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// The same model with every negative pair (i, z) of every word visited, in double.
class ExplicitNegatives {
 public:
  ExplicitNegatives(std::vector<PairRow> rows, std::vector<double> weights,
                    const SamplingOptions& options, Xi xi)
      : rows_(std::move(rows)),
        options_(options),
        xi_(xi),
        shares_(normalised(std::move(weights))) {}

  /// Weight of the negative pair (i, z).
  [[nodiscard]] double negative(std::size_t i, std::size_t z) const {
    double positives = 0, inside = 0;
    bool is_positive = false;
    for (std::size_t k = 0; k < rows_[i].ids.size(); ++k) {
      positives += rows_[i].counts[k];
      inside += shares_[rows_[i].ids[k]];
      is_positive = is_positive || rows_[i].ids[k] == z;
    }
    if (!options_.exclude_positives) return options_.negatives * positives * shares_[z];
    if (is_positive) return 0;
    return options_.negatives * positives / std::max(0.05, 1 - inside) * shares_[z];
  }

  /// Contexts whose negatives share a ξ.
  void set_groups(std::span<const std::uint32_t> groups) {
    groups_.assign(groups.begin(), groups.end());
  }

  /// One ξ for all negatives of u in the group of `context`.
  [[nodiscard]] double shared_weight(const Gaussian& u, const std::vector<Gaussian>& v,
                                     std::size_t context) const {
    double sum = 0, share = 0;
    for (std::size_t z = 0; z < v.size(); ++z) {
      if (groups_[z] != groups_[context]) continue;
      sum += shares_[z] * xi_squared(u, v[z], xi_);
      share += shares_[z];
    }
    return twice_lambda(sum / share);
  }

  struct Sums {
    MatrixXd precision;
    VectorXd r;
  };

  void add(Sums& sums, double weight, double pull, const Gaussian& partner) const {
    sums.precision += weight * partner.second_moment();
    sums.r += 0.5 * pull * partner.mean;
  }

  [[nodiscard]] Gaussian target(std::size_t i, const std::vector<Gaussian>& u,
                                const std::vector<Gaussian>& v) const {
    Sums sums = start(u[i]);
    for (std::size_t k = 0; k < rows_[i].ids.size(); ++k) {
      const Gaussian& partner = v[rows_[i].ids[k]];
      add(sums, rows_[i].counts[k] * twice_lambda(xi_squared(u[i], partner, xi_)),
          rows_[i].counts[k], partner);
    }
    for (std::size_t z = 0; z < v.size(); ++z) {
      add(sums, negative(i, z) * shared_weight(u[i], v, z), -negative(i, z), v[z]);
    }
    return solved(sums);
  }

  [[nodiscard]] Gaussian context(std::size_t j, const std::vector<Gaussian>& u,
                                 const std::vector<Gaussian>& v) const {
    Sums sums = start(v[j]);
    for (std::size_t i = 0; i < u.size(); ++i) {
      for (std::size_t k = 0; k < rows_[i].ids.size(); ++k) {
        if (rows_[i].ids[k] != j) continue;
        add(sums, rows_[i].counts[k] * twice_lambda(xi_squared(u[i], v[j], xi_)),
            rows_[i].counts[k], u[i]);
      }
      add(sums, negative(i, j) * shared_weight(u[i], v, j), -negative(i, j), u[i]);
    }
    return solved(sums);
  }

 private:
  static Sums start(const Gaussian& like) {
    const Eigen::Index m = like.mean.size();
    return {kPrior * MatrixXd::Identity(m, m), VectorXd::Zero(m)};
  }

  static Gaussian solved(const Sums& sums) {
    const Eigen::Index m = sums.r.size();
    const MatrixXd covariance = sums.precision.llt().solve(MatrixXd::Identity(m, m));
    return {covariance * sums.r, covariance.diagonal()};
  }

  std::vector<PairRow> rows_;
  SamplingOptions options_;
  Xi xi_;
  std::vector<double> shares_;
  std::vector<std::uint32_t> groups_;
};

std::vector<std::uint64_t> zipf_counts(std::size_t words) {
  std::vector<std::uint64_t> counts;
  for (std::size_t word = 0; word < words; ++word) counts.push_back(1 + 1000 / (word + 1));
  return counts;
}

void expect_near(const Densities& actual, const std::vector<Gaussian>& expected, double tolerance,
                 const std::string& what) {
  const std::vector<Gaussian> ours = gaussians(actual);
  for (std::size_t word = 0; word < ours.size(); ++word) {
    EXPECT_LT((ours[word].mean - expected[word].mean).cwiseAbs().maxCoeff(), tolerance)
        << what << ", word " << word;
    const VectorXd ratio = ours[word].variance.cwiseQuotient(expected[word].variance);
    EXPECT_LT((ratio - VectorXd::Ones(ratio.size())).cwiseAbs().maxCoeff(), tolerance)
        << what << ", word " << word;
  }
}

struct Case {
  std::size_t words;
  std::size_t dimension;
  SamplingOptions sampling;
  Xi xi;
  std::uint32_t groups = 1;
};

InferenceOptions inference_options(const Case& c) {
  InferenceOptions options;
  options.dimension = static_cast<std::uint32_t>(c.dimension);
  options.xi = c.xi;
  options.negative_groups = c.groups;
  return options;
}

/// As many as asked for, and those that the moments of u and v make.
void expect_groups_by_score(std::span<const std::uint32_t> group_of, const Case& c,
                            const corpus::Vocabulary& vocabulary, const Densities& u,
                            const Densities& v) {
  EXPECT_EQ(std::set(group_of.begin(), group_of.end()).size(),
            std::min<std::size_t>(c.groups, c.words));
  std::vector<std::uint32_t> ids(c.words);
  std::iota(ids.begin(), ids.end(), 0U);
  std::vector<float> shares;
  for (const double share : normalised(sampling::negative_weights(vocabulary, 0.75))) {
    shares.push_back(static_cast<float>(share));
  }
  const std::vector<float> alike(c.words, 1 / static_cast<float>(c.words));
  WeightedMoments targets(c.dimension), contexts(c.dimension);
  sum_moments(u, ids, alike, alike, targets);
  sum_moments(v, ids, shares, shares, contexts);
  EXPECT_TRUE(std::ranges::equal(
      group_of,
      group_by_score(v, shares, targets, contexts, std::min<std::size_t>(c.groups, c.words))));
}

void compare_with_explicit_sums(const Case& c) {
  const corpus::Vocabulary vocabulary = tests::vocabulary_with_counts(zipf_counts(c.words));
  const std::vector<PairRow> rows = draw_rows(c.words, 5), columns = transposed(rows);
  ExplicitNegatives reference(rows, sampling::negative_weights(vocabulary, 0.75), c.sampling, c.xi);
  const kernels::XiForm form = xi_form(c.xi);
  LearnedSide targets(Side::target, c.words, c.dimension, Prior::isotropic(kPrior));
  LearnedSide contexts(Side::context, c.words, c.dimension, Prior::isotropic(kPrior));
  Densities &u = targets.densities, &v = contexts.densities;
  initialise(u, Side::target, 3);
  initialise(v, Side::context, 3);
  ExpectedNegatives expected(vocabulary, c.sampling, inference_options(c));
  expected.weigh_positives(positives_of(rows), source(rows), {});
  // Taking positives out of the sums over all words cancels up to 20 times what is left.
  const double tolerance = c.sampling.exclude_positives ? 5e-4 : 5e-5;

  std::vector<Gaussian> new_u, new_v;
  const auto beside_targets = expected.beside(targets, contexts, {});
  expect_groups_by_score(expected.group_of(), c, vocabulary, u, v);
  reference.set_groups(expected.group_of());
  for (std::size_t i = 0; i < c.words; ++i) {
    new_u.push_back(reference.target(i, gaussians(u), gaussians(v)));
  }
  half_update({.xi = form, .background = beside_targets.get()}, source(rows), v, targets, {});
  expect_near(u, new_u, tolerance, "targets");

  for (std::size_t j = 0; j < c.words; ++j) {
    new_v.push_back(reference.context(j, gaussians(u), gaussians(v)));
  }
  const auto beside_contexts = expected.beside(contexts, targets, {});
  half_update({.xi = form, .background = beside_contexts.get()}, source(columns), u, contexts, {});
  expect_near(v, new_v, tolerance, "contexts");
}

TEST(ExpectedNegatives, EqualTheExplicitSumOverAllWords) {
  for (const std::size_t dimension : {1U, 5U, 19U}) {
    for (const bool exclude : {false, true}) {
      for (const Xi xi : {Xi::exact, Xi::paper}) {
        for (const std::uint32_t groups : {1U, 3U, 70U}) {
          SCOPED_TRACE(testing::Message()
                       << "m " << dimension << ", exclude " << exclude << ", exact "
                       << (xi == Xi::exact) << ", groups " << groups);
          SamplingOptions sampling;
          sampling.exclude_positives = exclude;
          sampling.negatives = groups == 3 ? 5 : 1;
          compare_with_explicit_sums({70, dimension, sampling, xi, groups});
        }
      }
    }
  }
}

TEST(ExpectedNegatives, EqualItInAVocabularyOfTwo) {
  for (const bool exclude : {false, true}) {
    SamplingOptions sampling;
    sampling.exclude_positives = exclude;
    for (const std::uint32_t groups : {1U, 2U, 64U}) {
      compare_with_explicit_sums({2, 3, sampling, Xi::exact, groups});
    }
  }
}

/// Baskets have no windows to draw, so that with nothing subsampled only the negatives vary.
TEST(ExpectedNegatives, AreTheAverageOfManyDraws) {
  constexpr std::uint32_t kWords = 12, kIterations = 4000;
  corpus::EncodedCorpus corpus;
  corpus.sentences.push_back(0);
  std::vector<std::uint64_t> counts(kWords);
  for (std::uint32_t basket = 0; basket < 11; ++basket) {
    for (std::uint32_t item = 0; item < 3; ++item) {
      // Item 0 meets every other.
      const std::uint32_t id = item == 0 ? 0 : (item == 1 ? 1 + basket : 1 + (basket + 1) % 11);
      corpus.ids.push_back(id);
      ++counts[id];
    }
    corpus.sentences.push_back(corpus.ids.size());
  }
  const corpus::Vocabulary vocabulary = tests::vocabulary_with_counts(counts);
  for (const bool exclude : {false, true}) {
    TrainingOptions options = tests::paper_options();
    options.corpus.sets = true;
    options.sampling.exclude_positives = exclude;
    options.sampling.negatives = 3;
    sampling::DataSet data(corpus, vocabulary, options);
    options.sampling.negative_mode = NegativeMode::expected;
    sampling::DataSet positives(corpus, vocabulary, options);
    positives.draw(1, {});
    options.inference.dimension = 2;
    ExpectedNegatives expected(vocabulary, options.sampling, options.inference);
    expected.weigh_positives(
        [&](auto word) { return positives.positives_of(word); },
        [&](auto word, auto& counter, auto& pairs) { positives.row(word, counter, pairs); }, {});
    const std::vector<double> shares = normalised(sampling::negative_weights(vocabulary, 0.75));

    sampling::PairCounter scratch(kWords);
    std::vector<std::vector<double>> drawn(kWords, std::vector<double>(kWords));
    PairRow row;
    for (std::uint32_t iteration = 1; iteration <= kIterations; ++iteration) {
      data.draw(iteration, {});
      for (std::uint32_t i = 0; i < kWords; ++i) {
        data.row(i, scratch, row);
        for (std::size_t k = 0; k < row.ids.size(); ++k) {
          drawn[i][row.ids[k]] += double{row.counts[k] - row.pulls[k]} / 2 / kIterations;
        }
      }
    }
    double total = 0;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      positives.row(i, scratch, row);
      for (std::uint32_t z = 0; z < kWords; ++z) {
        const bool outside = std::ranges::find(row.ids, z) == row.ids.end();
        const double mean = exclude && !outside ? 0 : double{expected.alphas()[i]} * shares[z];
        // A count of draws has at most the variance of a Poisson variable.
        EXPECT_NEAR(drawn[i][z], mean, 5 * std::sqrt(mean / kIterations) + 1e-6) << i << ' ' << z;
        total += drawn[i][z];
      }
    }
    EXPECT_GT(total, 0);
    EXPECT_EQ(positives.positive_pairs(), data.positive_pairs());
    EXPECT_EQ(positives.negative_pairs(), 3 * data.positive_pairs());
  }
}

}  // namespace
}  // namespace bsg::inference
