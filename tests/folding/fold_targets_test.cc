#include "folding/fold_targets.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "folding/random_model.h"

namespace bsg::folding {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using inference::LearnedSide;
using sampling::PairRow;
using tests::ModelCase;
using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Rows of few and of many pairs, one of none, one with every context that was taught and one of
/// thousands of pairs, which settles last.
std::vector<PairRow> draw_rows(std::size_t contexts, std::size_t targets) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<float> weight(0.1F, 3.0F);
  std::vector<PairRow> rows(targets);
  for (std::size_t target = 1; target < targets; ++target) {
    for (std::uint32_t id = 0; id + 1 < contexts; ++id) {
      if (target != 2 && random() % contexts > 2 * target) continue;
      rows[target].ids.push_back(id);
      rows[target].counts.push_back(weight(random) *
                                    static_cast<float>(target == 3 ? 500 : 1 + target / 8));
    }
    rows[target].pulls = rows[target].counts;
  }
  return rows;
}

struct Gaussian {
  VectorXd mean, variance;

  [[nodiscard]] MatrixXd second_moment() const {
    return MatrixXd(variance.asDiagonal()) + mean * mean.transpose();
  }
};

VectorXd as_vector(std::span<const float> values) {
  return Eigen::Map<const Eigen::VectorXf>(values.data(), static_cast<Eigen::Index>(values.size()))
      .cast<double>();
}

double twice_lambda(double xi_squared) {
  const double xi = std::sqrt(xi_squared);
  return xi == 0 ? 0.25 : std::tanh(xi / 2) / (2 * xi);
}

/// (13) and (14) with the negatives of DESIGN section 9, every one of them visited, in double.
class Reference {
 public:
  Reference(const Model& model, const FixedContexts& contexts)
      : model_(model), contexts_(contexts) {
    double sum = 0;
    for (WordId id = 0; id < model.size(); ++id) {
      v_.push_back(
          {as_vector(model.mean(Side::context, id)), as_vector(model.variance(Side::context, id))});
      // The last word's context is its prior.
      shares_.push_back(id + 1 < model.size() ? std::pow(double(model.count(id)), 0.75) : 0);
      sum += shares_.back();
    }
    for (double& share : shares_) share /= sum;
  }

  /// N(A m, τ⁻¹ A Aᵀ), m being given as A m.
  [[nodiscard]] Gaussian target(const PairRow& pairs, const VectorXd& mean, double tau) const {
    const auto m = static_cast<Eigen::Index>(model_.dimension());
    MatrixXd A = MatrixXd::Identity(m, m);
    if (!model_.axes(Side::target).empty()) {
      A = Eigen::Map<const RowMajor>(model_.axes(Side::target).data(), m, m).cast<double>();
    }
    const MatrixXd prior_covariance = A * A.transpose() / tau;
    const MatrixXd prior_precision = prior_covariance.inverse();
    Gaussian u{mean, prior_covariance.diagonal()};
    for (int round = 0; round < 50; ++round) {
      MatrixXd P = prior_precision;
      VectorXd r = prior_precision * mean;
      add_pairs(pairs, u, P, r);
      add_negatives(pairs, u, P, r);
      const MatrixXd covariance = P.inverse();
      u = {covariance * r, covariance.diagonal()};
    }
    return u;
  }

 private:
  void add_pairs(const PairRow& pairs, const Gaussian& u, MatrixXd& P, VectorXd& r) const {
    for (std::size_t k = 0; k < pairs.ids.size(); ++k) {
      const Gaussian& v = v_[pairs.ids[k]];
      P += double{pairs.counts[k]} * twice_lambda(xi_squared(u, v)) * v.second_moment();
      r += 0.5 * double{pairs.counts[k]} * v.mean;
    }
  }

  void add_negatives(const PairRow& pairs, const Gaussian& u, MatrixXd& P, VectorXd& r) const {
    const std::span<const std::uint32_t> groups = contexts_.groups().group_of();
    std::vector<double> sums(contexts_.groups().size()), of_group(sums.size());
    for (std::size_t z = 0; z < v_.size(); ++z) {
      sums[groups[z]] += shares_[z] * xi_squared(u, v_[z]);
      of_group[groups[z]] += shares_[z];
    }
    for (std::size_t z = 0; z < v_.size(); ++z) {
      const double weight = negative(pairs, z);
      if (weight == 0) continue;
      P += weight * twice_lambda(sums[groups[z]] / of_group[groups[z]]) * v_[z].second_moment();
      r -= 0.5 * weight * v_[z].mean;
    }
  }

  [[nodiscard]] double negative(const PairRow& pairs, std::size_t z) const {
    const SamplingOptions& options = contexts_.options().sampling;
    double positives = 0, inside = 0;
    for (std::size_t k = 0; k < pairs.ids.size(); ++k) {
      positives += double{pairs.counts[k]};
      inside += shares_[pairs.ids[k]];
    }
    if (!options.exclude_positives) return options.negatives * positives * shares_[z];
    if (std::ranges::find(pairs.ids, z) != pairs.ids.end()) return 0;
    return options.negatives * positives / std::max(0.05, 1 - inside) * shares_[z];
  }

  [[nodiscard]] double xi_squared(const Gaussian& u, const Gaussian& v) const {
    const VectorXd u_squares = u.mean.cwiseAbs2(), v_squares = v.mean.cwiseAbs2();
    if (contexts_.options().inference.xi == Xi::paper) {
      return (u.variance + u_squares).dot(v.variance + v_squares);
    }
    const double product = u.mean.dot(v.mean);
    return u.variance.dot(v.variance) + u.variance.dot(v_squares) + v.variance.dot(u_squares) +
           product * product;
  }

  const Model& model_;
  const FixedContexts& contexts_;
  std::vector<Gaussian> v_;
  std::vector<double> shares_;
};

struct Prior {
  VectorXd mean;
  double tau;
};

/// What target k has before its pairs: every third is guessed where the model knows spelling.
Prior give_prior(const Model& model, std::uint32_t target, posterior::OrdinaryPrior& prior) {
  const auto m = static_cast<Eigen::Index>(model.dimension());
  const std::string name = "new" + std::to_string(target);
  if (target % 3 == 0) prior.guess(model, target, name);
  const auto guess = target % 3 == 0 ? model.guess(name) : std::nullopt;
  const double tau = double{prior.precision(target)};
  return {guess ? as_vector(guess->mean) : VectorXd::Zero(m), tau};
}

void expect_the_fixed_point(const ModelCase& c, double tolerance) {
  SCOPED_TRACE(testing::Message() << "m " << c.dimension << ", xi " << c.xi << ", exclude "
                                  << c.exclude_positives << ", groups " << c.groups << ", axes "
                                  << c.axes << ", spelling " << c.spelling);
  const Model model(tests::random_model(c));
  const FixedContexts contexts(model);
  constexpr std::uint32_t kTargets = 21;
  const std::vector<PairRow> rows = draw_rows(c.words, kTargets);
  posterior::OrdinaryPrior prior = contexts.prior(kTargets);
  std::vector<Prior> priors;
  for (std::uint32_t k = 0; k < kTargets; ++k) priors.push_back(give_prior(model, k, prior));
  const LearnedSide side = fold_targets(contexts, rows, std::move(prior), kRounds, {});

  const Reference reference(model, contexts);
  for (std::uint32_t k = 0; k < kTargets; ++k) {
    const Gaussian expected = reference.target(rows[k], priors[k].mean, priors[k].tau);
    const VectorXd mean = as_vector({side.densities.rows().mean(k), c.dimension});
    const VectorXd variance = as_vector({side.densities.rows().variance(k), c.dimension});
    const VectorXd deviation = expected.variance.cwiseSqrt();
    EXPECT_LT((mean - expected.mean).cwiseQuotient(deviation).cwiseAbs().maxCoeff(), tolerance)
        << k;
    EXPECT_LT((variance.cwiseQuotient(expected.variance).array() - 1).abs().maxCoeff(), tolerance)
        << k;
  }
}

TEST(FoldTargets, ReachTheFixedPointOfTheEquations) {
  for (const std::size_t dimension : {1U, 7U, 20U}) {
    for (const bool axes : {false, true}) {
      for (const char* xi : {"exact", "paper"}) {
        for (const std::uint32_t groups : {1U, 5U}) {
          const ModelCase c{.dimension = dimension, .xi = xi, .groups = groups, .axes = axes};
          expect_the_fixed_point(c, 1e-3);
        }
      }
    }
  }
}

TEST(FoldTargets, StartFromTheirSpelling) {
  for (const bool axes : {false, true}) {
    expect_the_fixed_point({.axes = axes, .spelling = true}, 1e-3);
  }
}

TEST(FoldTargets, BeforeAnyRoundAreTheirPrior) {
  for (const bool axes : {false, true}) {
    const Model model(tests::random_model({.axes = axes, .spelling = true}));
    const FixedContexts contexts(model);
    const std::vector<PairRow> rows = draw_rows(60, 4);
    posterior::OrdinaryPrior prior = contexts.prior(4);
    std::vector<Prior> priors;
    for (std::uint32_t k = 0; k < 4; ++k) priors.push_back(give_prior(model, k, prior));
    const LearnedSide side = fold_targets(contexts, rows, std::move(prior), 0, {});
    const Reference reference(model, contexts);
    for (std::uint32_t k = 0; k < 4; ++k) {
      // Without pairs a target stays at its prior.
      const Gaussian expected = reference.target({}, priors[k].mean, priors[k].tau);
      const VectorXd mean = as_vector({side.densities.rows().mean(k), 7});
      const VectorXd variance = as_vector({side.densities.rows().variance(k), 7});
      EXPECT_LT((mean - expected.mean).cwiseAbs().maxCoeff(), 1e-4) << k;
      EXPECT_LT((variance - expected.variance).cwiseAbs().maxCoeff(), 1e-4) << k;
    }
  }
}

/// Positives taken out of the sums over all contexts cancel most of what is there.
TEST(FoldTargets, ReachItWithPositivesExcluded) {
  for (const char* xi : {"exact", "paper"}) {
    expect_the_fixed_point({.xi = xi, .exclude_positives = "yes"}, 2e-3);
  }
}

std::vector<float> numbers_of(const LearnedSide& side, std::uint32_t target) {
  const std::size_t m = side.densities.dimension();
  std::vector<float> numbers(side.densities.rows().mean(target),
                             side.densities.rows().mean(target) + m);
  numbers.insert(numbers.end(), side.densities.rows().variance(target),
                 side.densities.rows().variance(target) + m);
  return numbers;
}

TEST(FoldTargets, DependNeitherOnOthersNorOnThreads) {
  const Model model(tests::random_model({.words = 200, .dimension = 19}));
  const FixedContexts contexts(model);
  constexpr std::uint32_t kTargets = 90;
  const std::vector<PairRow> rows = draw_rows(200, kTargets);
  const auto fold = [&](const std::vector<PairRow>& some) {
    return fold_targets(contexts, some, contexts.prior(some.size()), kRounds, {});
  };
  const LearnedSide all = fold(rows);
  for (const std::size_t threads : {1U, 4U}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const LearnedSide again = fold(rows);
    for (std::uint32_t k = 0; k < kTargets; ++k)
      EXPECT_EQ(numbers_of(again, k), numbers_of(all, k));
  }
  for (std::uint32_t k = 0; k < kTargets; k += 7) {
    EXPECT_EQ(numbers_of(fold({rows[k]}), 0), numbers_of(all, k)) << k;
  }
}

TEST(FoldTargets, OfNothingAreNone) {
  const Model model(tests::random_model({}));
  const FixedContexts contexts(model);
  EXPECT_EQ(fold_targets(contexts, {}, contexts.prior(0), kRounds, {}).densities.size(), 0U);
}

TEST(FoldTargets, StopOnRequest) {
  const Model model(tests::random_model({}));
  const FixedContexts contexts(model);
  const std::vector<PairRow> rows = draw_rows(60, 9);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(fold_targets(contexts, rows, contexts.prior(9), kRounds, stop.get_token()),
               Interrupted);
}

}  // namespace
}  // namespace bsg::folding
