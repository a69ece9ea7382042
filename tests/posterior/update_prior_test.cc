#include "posterior/update_prior.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace bsg::posterior {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using inference::Gauge;

constexpr std::size_t kSize = 3;
constexpr auto kM = static_cast<Eigen::Index>(kSize);
constexpr double kTau = 4, kContextTau = 0.5;

MatrixXd random_matrix(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  MatrixXd matrix = MatrixXd::Identity(kM, kM);
  for (Eigen::Index at = 0; at < matrix.size(); ++at) matrix.data()[at] += 0.3 * normal(random);
  return matrix;
}

std::vector<float> rows_of(const MatrixXd& matrix) {
  std::vector<float> rows;
  for (Eigen::Index i = 0; i < kM; ++i) {
    for (Eigen::Index j = 0; j < kM; ++j) rows.push_back(static_cast<float>(matrix(i, j)));
  }
  return rows;
}

Gauge gauge_of(const MatrixXd& axes) {
  return {rows_of(axes), rows_of(axes.inverse().transpose())};
}

/// Two words; the axes of training are A from the model's.
Model model_in_axes(const MatrixXd& axes) {
  ModelData data;
  data.dimension = kSize;
  data.words = {"one", "two"};
  data.counts = {5, 0};
  data.target_mean = {1, 2, 3, 4, 5, 6};
  data.target_variance = {0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F};
  data.context_mean = {6, 5, 4, 3, 2, 1};
  data.context_variance = {0.6F, 0.5F, 0.4F, 0.3F, 0.2F, 0.1F};
  const Gauge gauge = gauge_of(axes);
  data.target_axes = gauge.targets;
  data.context_axes = gauge.contexts;
  data.options = {{"prior-precision", "4"}, {"context-prior-precision", "0.5"}};
  return Model(std::move(data));
}

/// P and r that something adds for a word.
struct Added {
  MatrixXd P = MatrixXd::Zero(kM, kM);
  VectorXd r = VectorXd::Zero(kM);
};

template <class Add>
Added sums_of(Add add) {
  constexpr std::size_t stride = 16;
  std::vector<float> precision(kSize * stride), diagonal(stride), r(stride);
  add(inference::WordSums{kSize, stride, precision.data(), diagonal.data(), r.data()});
  Added added;
  for (Eigen::Index i = 0; i < kM; ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (Eigen::Index j = i; j < kM; ++j) {
      added.P(i, j) = added.P(j, i) = double{precision[row * stride + static_cast<std::size_t>(j)]};
    }
    added.P(i, i) += double{diagonal[row]};
    added.r(i) = double{r[row]};
  }
  return added;
}

TEST(OrdinaryPrior, IsIsotropicInTheAxesOfTraining) {
  const MatrixXd A = random_matrix(1);
  const OrdinaryPrior prior(model_in_axes(A), Side::target, gauge_of(A), 1);
  const Added added = sums_of([&](const auto& sums) { prior.add(0, 1, sums); });
  EXPECT_EQ(added.P, (kTau * MatrixXd::Identity(kM, kM)).eval());
  EXPECT_EQ(prior.precision(), kTau);
}

/// u = A u' with u' ~ N(0, τ⁻¹ I) has the precision τ A⁻ᵀ A⁻¹ in the model's axes, and v = A⁻ᵀ v'
/// the precision τ A Aᵀ.
TEST(OrdinaryPrior, FollowsTheModelsAxes) {
  const MatrixXd A = random_matrix(1);
  const Model model = model_in_axes(A);
  const OrdinaryPrior targets(model, Side::target, std::nullopt, 1);
  const MatrixXd inverse = A.inverse();
  const Added u = sums_of([&](const auto& sums) { targets.add(0, 1, sums); });
  EXPECT_LT((u.P - kTau * inverse.transpose() * inverse).norm(), 1e-4);
  const OrdinaryPrior contexts(model, Side::context, std::nullopt, 1);
  const Added v = sums_of([&](const auto& sums) { contexts.add(0, 1, sums); });
  EXPECT_LT((v.P - kContextTau * A * A.transpose()).norm(), 1e-4);
}

/// In any axes, B from the model's, u = B u': a precision Λ of u is Bᵀ Λ B of u', a mean μ is B⁻¹
/// μ.
TEST(OrdinaryPrior, FollowsAnyAxes) {
  const MatrixXd A = random_matrix(1), B = random_matrix(2);
  const Model model = model_in_axes(A);
  OrdinaryPrior prior(model, Side::target, gauge_of(B), 2);
  prior.take(model, 1, 1);
  const MatrixXd inverse = A.inverse();
  const MatrixXd in_model = inverse.transpose() * inverse;
  const Added plain = sums_of([&](const auto& sums) { prior.add(0, 2, sums); });
  EXPECT_LT((plain.P - 2 * kTau * B.transpose() * in_model * B).norm(), 1e-3);
  EXPECT_EQ(plain.r, VectorXd::Zero(kM));

  const double tau = A.row(0).squaredNorm() / 0.4;
  const VectorXd mean = B.inverse() * VectorXd{{4, 5, 6}};
  const Added own = sums_of([&](const auto& sums) { prior.add(1, 1, sums); });
  const MatrixXd P = tau * B.transpose() * in_model * B;
  EXPECT_LT((own.P - P).norm(), 1e-4 * P.norm());
  EXPECT_LT((own.r - P * mean).norm(), 1e-4 * own.r.norm());
}

TEST(DiagonalPosterior, HasTheModelsVariancesAndMeans) {
  const Model model = model_in_axes(random_matrix(1));
  const auto old = diagonal_posterior(model);
  EXPECT_FALSE(old->axes());
  EXPECT_EQ(old->words(), 2U);
  const Added added = sums_of([&](const auto& sums) { old->add(Side::context, 1, 0.5F, sums); });
  const VectorXd precision{{1 / 0.3, 1 / 0.2, 1 / 0.1}};
  EXPECT_LT((added.P - 0.5 * MatrixXd(precision.asDiagonal())).norm(), 1e-5);
  const VectorXd mean{{3, 2, 1}};
  EXPECT_LT((added.r - 0.5 * precision.cwiseProduct(mean)).norm(), 1e-5);
}

class UpdatePriors : public ::testing::Test {
 protected:
  [[nodiscard]] Added of(std::uint32_t word, double forget) const {
    const auto ids = std::make_shared<const std::vector<WordId>>(std::vector<WordId>{1, kNewWord});
    const UpdatePrior prior(Side::target, old_, ids, ordinary_, forget);
    kernels::AlignedBuffer workspace;
    return sums_of([&](const auto& sums) { prior.add(word, sums, workspace); });
  }

  Model model_ = model_in_axes(random_matrix(1));
  std::shared_ptr<const OldPosterior> old_ = diagonal_posterior(model_);
  OrdinaryPrior ordinary_{model_, Side::target, std::nullopt, 2};
  Added known_ = sums_of([&](const auto& sums) { old_->add(Side::target, 1, 1, sums); });
  Added unknown_ = sums_of([&](const auto& sums) { ordinary_.add(1, 1, sums); });
};

TEST_F(UpdatePriors, AreTheOldPosteriorOrTheOrdinaryPrior) {
  EXPECT_EQ(of(0, 0).P, known_.P);
  EXPECT_EQ(of(0, 0).r, known_.r);
  EXPECT_EQ(of(1, 0).P, unknown_.P);
  EXPECT_EQ(of(1, 0.7).P, unknown_.P);
}

TEST_F(UpdatePriors, CountThePriorOnceWhateverIsForgotten) {
  EXPECT_EQ(of(0, 1).P, unknown_.P);
  EXPECT_LT((of(0, 0.25).P - (0.75 * known_.P + 0.25 * unknown_.P)).norm(), 1e-5 * known_.P.norm());
  EXPECT_LT((of(0, 0.25).r - 0.75 * known_.r).norm(), 1e-5 * known_.r.norm());
}

}  // namespace
}  // namespace bsg::posterior
