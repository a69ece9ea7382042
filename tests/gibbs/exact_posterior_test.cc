// The chain against posteriors so small that they can be integrated numerically.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bsg/train.h"
#include "corpus/encoded_corpus.h"
#include "corpus/vocabulary.h"
#include "files/temporary_folder.h"
#include "gibbs/chain_steps.h"
#include "gibbs/kept_draws.h"
#include "inference/half_update.h"
#include "inference/learned_side.h"
#include "options/method_settings.h"
#include "sampling/data_set.h"
#include "tensors/tensor_file.h"

namespace bsg::gibbs {
namespace {

using inference::Densities;
using inference::LearnedSide;
using inference::PairSource;
using inference::Prior;

struct Counts {
  std::uint32_t positive;
  std::uint32_t negative;
};

/// counts[i][j] of target i with context j; precisions of both priors.
struct Data {
  std::vector<std::vector<Counts>> counts;
  double target_precision = 1;
  double context_precision = 1;

  [[nodiscard]] std::uint32_t targets() const { return static_cast<std::uint32_t>(counts.size()); }
  [[nodiscard]] std::uint32_t contexts() const {
    return static_cast<std::uint32_t>(counts.front().size());
  }
};

/// Mean, mean square, and mean probability σ(s) of a score s = uᵀv.
struct ScoreMoments {
  double mean = 0;
  double square = 0;
  double probability = 0;

  void add(double weight, double score) {
    mean += weight * score;
    square += weight * score * score;
    probability += weight / (1 + std::exp(-score));
  }
};

double log_likelihood(Counts counts, double score) {
  const auto softplus = [](double x) {
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
  };
  return -(counts.positive * softplus(-score)) - counts.negative * softplus(score);
}

constexpr int kPoints = 241;
constexpr double kWidest = 7;  ///< standard deviations of a prior

/// Points of a grid over ±kWidest prior deviations.
std::vector<double> grid(double precision) {
  std::vector<double> points;
  for (int k = 0; k < kPoints; ++k) {
    points.push_back(kWidest / std::sqrt(precision) * (2.0 * k / (kPoints - 1) - 1));
  }
  return points;
}

/// m = 1 and two contexts: on a grid of (v_1, v_2), and for each point a grid of every u_i alone.
std::vector<std::vector<ScoreMoments>> integrate_scalars(const Data& data) {
  const std::vector<double> vs = grid(data.context_precision), us = grid(data.target_precision);
  std::vector<std::vector<ScoreMoments>> sums(data.targets(), std::vector<ScoreMoments>(2));
  double total = 0;
  for (std::size_t a = 0; a < vs.size(); a += 2) {
    for (std::size_t b = 0; b < vs.size(); b += 2) {
      const std::vector<double> v{vs[a], vs[b]};
      double weight = std::exp(-data.context_precision * (v[0] * v[0] + v[1] * v[1]) / 2);
      std::vector<std::vector<ScoreMoments>> given(data.targets(), std::vector<ScoreMoments>(2));
      std::vector<double> masses;
      for (std::uint32_t i = 0; i < data.targets(); ++i) {
        double mass = 0;
        for (std::size_t k = 0; k < us.size(); k += 2) {
          const double u = us[k];
          double height = -data.target_precision * u * u / 2;
          for (std::uint32_t j = 0; j < 2; ++j)
            height += log_likelihood(data.counts[i][j], u * v[j]);
          mass += std::exp(height);
          for (std::uint32_t j = 0; j < 2; ++j) given[i][j].add(std::exp(height), u * v[j]);
        }
        masses.push_back(mass);
        weight *= mass;
      }
      total += weight;
      for (std::uint32_t i = 0; i < data.targets(); ++i) {
        for (std::uint32_t j = 0; j < 2; ++j) {
          sums[i][j].mean += weight * given[i][j].mean / masses[i];
          sums[i][j].square += weight * given[i][j].square / masses[i];
          sums[i][j].probability += weight * given[i][j].probability / masses[i];
        }
      }
    }
  }
  for (auto& row : sums) {
    for (ScoreMoments& one : row) {
      one = {one.mean / total, one.square / total, one.probability / total};
    }
  }
  return sums;
}

/// One context, any m: the posterior depends on ρ = |v|, with the prior ρ^(m − 1) exp(−τ ρ²/2), and
/// on each u_i's part along v alone.
std::vector<std::vector<ScoreMoments>> integrate_radius(const Data& data, int m) {
  std::vector<std::vector<ScoreMoments>> sums(data.targets(), std::vector<ScoreMoments>(1));
  double total = 0;
  for (int step = 0; step < kPoints; ++step) {
    const double radius = kWidest / std::sqrt(data.context_precision) * (step + 0.5) / kPoints;
    double weight =
        std::pow(radius, m - 1) * std::exp(-data.context_precision * radius * radius / 2);
    std::vector<ScoreMoments> given(data.targets());
    std::vector<double> masses(data.targets());
    for (std::uint32_t i = 0; i < data.targets(); ++i) {
      for (const double along : grid(data.target_precision)) {
        const double score = along * radius;
        const double mass = std::exp(log_likelihood(data.counts[i][0], score) -
                                     data.target_precision * along * along / 2);
        masses[i] += mass;
        given[i].add(mass, score);
      }
      weight *= masses[i];
    }
    total += weight;
    for (std::uint32_t i = 0; i < data.targets(); ++i) {
      sums[i][0].mean += weight * given[i].mean / masses[i];
      sums[i][0].square += weight * given[i].square / masses[i];
      sums[i][0].probability += weight * given[i].probability / masses[i];
    }
  }
  for (auto& row : sums) {
    row[0] = {row[0].mean / total, row[0].square / total, row[0].probability / total};
  }
  return sums;
}

/// Pairs as DataSet gives them; `at(word, partner)`.
PairSource pairs_of(std::uint32_t partners,
                    std::function<Counts(std::uint32_t, std::uint32_t)> at) {
  return [partners, at](auto word, auto& /*scratch*/, auto& row) {
    row.resize(0);
    for (std::uint32_t id = 0; id < partners; ++id) {
      const Counts counts = at(word, id);
      if (counts.positive + counts.negative == 0) continue;
      row.ids.push_back(id);
      row.counts.push_back(static_cast<float>(counts.positive + counts.negative));
      row.pulls.push_back(static_cast<float>(counts.positive) -
                          static_cast<float>(counts.negative));
    }
  };
}

LearnedSide points(Side which, std::uint32_t words, std::size_t m, double precision) {
  LearnedSide side(which, words, m, Prior::isotropic(precision));
  initialise(side.densities, which, 3);
  for (std::uint32_t word = 0; word < words; ++word) {
    std::fill_n(side.densities.variance(word), m, 0.0F);
  }
  return side;
}

constexpr std::uint32_t kBatches = 40;
constexpr std::uint32_t kSweepsOfBatch = 500;

/// Means over batches of draws of every score's moments: [batch][i][j].
using Batches = std::vector<std::vector<std::vector<ScoreMoments>>>;

Batches chain(const Data& data, std::size_t m) {
  LearnedSide u = points(Side::target, data.targets(), m, data.target_precision);
  LearnedSide v = points(Side::context, data.contexts(), m, data.context_precision);
  const auto rows = pairs_of(data.contexts(), [&](auto i, auto j) { return data.counts[i][j]; });
  const auto columns = pairs_of(data.targets(), [&](auto j, auto i) { return data.counts[i][j]; });
  const auto sweep = [](const PairSource& pairs, const LearnedSide& other, LearnedSide& updated,
                        std::uint32_t iteration) {
    half_update({.xi = kernels::XiForm::exact,
                 .at = {5, iteration, updated.side},
                 .weighing = drawn_weights(),
                 .estimation = posterior_draws()},
                pairs, other.densities, updated, {});
  };
  Batches batches(kBatches + 1,
                  std::vector(data.targets(), std::vector<ScoreMoments>(data.contexts())));
  for (std::uint32_t k = 0; k < (kBatches + 1) * kSweepsOfBatch; ++k) {
    sweep(rows, v, u, k);
    sweep(columns, u, v, k);
    for (std::uint32_t i = 0; i < data.targets(); ++i) {
      for (std::uint32_t j = 0; j < data.contexts(); ++j) {
        double score = 0;
        for (std::size_t d = 0; d < m; ++d) {
          score += double{u.densities.mean(i)[d]} * double{v.densities.mean(j)[d]};
        }
        batches[k / kSweepsOfBatch][i][j].add(1.0 / kSweepsOfBatch, score);
      }
    }
  }
  batches.erase(batches.begin());  // to warm up
  return batches;
}

/// The chain's mean is within 4.5 standard errors, which the batches tell.
void expect_mean(double expected, const std::vector<double>& batches, const std::string& what) {
  double mean = 0, squares = 0;
  for (const double x : batches) mean += x / kBatches;
  for (const double x : batches) squares += (x - mean) * (x - mean);
  const double error = std::sqrt(squares / (kBatches - 1.0) / kBatches);
  EXPECT_NEAR(mean, expected, 4.5 * error) << what;
  // A test that the spread of the draws would hide differences from could not fail.
  EXPECT_LT(error, 0.05 * (0.3 + std::abs(expected))) << what;
}

void expect_posterior(const Data& data, const Batches& batches,
                      const std::vector<std::vector<ScoreMoments>>& exact) {
  for (std::uint32_t i = 0; i < data.targets(); ++i) {
    for (std::uint32_t j = 0; j < data.contexts(); ++j) {
      const auto of = [&](double ScoreMoments::*field) {
        std::vector<double> values;
        for (const auto& batch : batches) values.push_back(batch[i][j].*field);
        return values;
      };
      const std::string pair = std::to_string(i) + ' ' + std::to_string(j);
      expect_mean(exact[i][j].mean, of(&ScoreMoments::mean), "mean of " + pair);
      expect_mean(exact[i][j].square, of(&ScoreMoments::square), "square of " + pair);
      expect_mean(exact[i][j].probability, of(&ScoreMoments::probability),
                  "probability of " + pair);
    }
  }
}

TEST(ExactPosterior, OfScalarsIsWhatTheChainDrawsFrom) {
  const Data data{.counts = {{{3, 1}, {0, 2}}, {{5, 0}, {1, 1}}, {{0, 0}, {2, 6}}},
                  .target_precision = 1,
                  .context_precision = 0.5};
  expect_posterior(data, chain(data, 1), integrate_scalars(data));
}

/// One pair has more than kMostSummed of its kind.
TEST(ExactPosterior, OfVectorsIsWhatTheChainDrawsFrom) {
  const Data data{
      .counts = {{{2, 0}}, {{60, 20}}, {{1, 4}}}, .target_precision = 2, .context_precision = 1};
  expect_posterior(data, chain(data, 3), integrate_radius(data, 3));
}

/// What DataSet makes of three baskets of a and b, and one of a alone.
std::vector<std::vector<Counts>> counts_of_baskets(const TrainingOptions& options) {
  counting::WordTable table;
  corpus::EncodedCorpus baskets;
  for (int basket = 0; basket < 4; ++basket) {
    table.add("a");
    baskets.ids.push_back(0);
    if (basket < 3) {
      table.add("b");
      baskets.ids.push_back(1);
    }
    baskets.sentences.push_back(baskets.ids.size());
  }
  baskets.finish();
  const auto vocabulary = corpus::Vocabulary::build(table, VocabularyOptions{});
  sampling::DataSet data(baskets, vocabulary, options);
  data.draw(1, {});
  std::vector<std::vector<Counts>> counts(2, std::vector<Counts>(2));
  sampling::PairCounter scratch(2);
  for (std::uint32_t word = 0; word < 2; ++word) {
    sampling::PairRow row;
    data.row(word, scratch, row);
    for (std::size_t k = 0; k < row.ids.size(); ++k) {
      const auto both = static_cast<int>(row.counts[k]), pull = static_cast<int>(row.pulls[k]);
      counts[word][row.ids[k]] = {static_cast<std::uint32_t>((both + pull) / 2),
                                  static_cast<std::uint32_t>((both - pull) / 2)};
    }
  }
  EXPECT_EQ(counts[0][1].positive, 3U);
  EXPECT_EQ(counts[1][0].positive, 3U);
  EXPECT_GT(counts[0][0].negative, 0U);
  return counts;
}

Batches batches_of_file(const std::filesystem::path& path) {
  tensors::TensorFile file(path, kDrawsFile);
  const tensors::Shape shape{kBatches * kSweepsOfBatch, 2, 1};
  const auto u = file.take<float>("u", shape), v = file.take<float>("v", shape);
  Batches batches(kBatches, std::vector(2, std::vector<ScoreMoments>(2)));
  for (std::size_t k = 0; k < shape.front(); ++k) {
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        batches[k / kSweepsOfBatch][i][j].add(1.0 / kSweepsOfBatch,
                                              double{u[2 * k + i]} * double{v[2 * k + j]});
      }
    }
  }
  return batches;
}

/// From baskets to the file of draws: what is drawn from is the posterior of the pairs of the first
/// iteration.
TEST(ExactPosterior, OfBasketsIsWhatATrainingDrawsFrom) {
  const tests::TemporaryFolder folder;
  TrainingOptions options;
  options.method = Method::gibbs;
  options.corpus.sets = true;
  options.inference.dimension = 1;
  options.inference.context_prior_precision = 0.5;
  options.inference.iterations = 3;
  options.sampling.negatives = 2;
  options.gibbs = {.sweeps = kBatches * kSweepsOfBatch, .warm_up = kSweepsOfBatch, .thinning = 1};
  const TrainingInput input{.texts = {folder.write("baskets", "a b\nb a\na b\na\n")},
                            .save_draws = folder / "draws"};
  train(input, options);
  const Data data{.counts = counts_of_baskets(options::method_settings(options)),
                  .target_precision = 1,
                  .context_precision = 0.5};
  expect_posterior(data, batches_of_file(folder / "draws"), integrate_scalars(data));
}

/// Both ways of integrating agree where both apply.
TEST(ExactPosterior, OfOneContextCanBeIntegratedBothWays) {
  const Data one{.counts = {{{3, 1}}, {{0, 2}}}};
  const Data two{.counts = {{{3, 1}, {0, 0}}, {{0, 2}, {0, 0}}}};
  const auto radius = integrate_radius(one, 1), scalars = integrate_scalars(two);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(radius[i][0].mean, scalars[i][0].mean, 1e-3);
    EXPECT_NEAR(radius[i][0].square, scalars[i][0].square, 1e-3);
  }
}

}  // namespace
}  // namespace bsg::gibbs
