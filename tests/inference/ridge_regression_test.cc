#include "inference/ridge_regression.h"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <Eigen/Dense>
#include <random>

namespace bsg::inference {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using features::FeatureMatrix;
using features::FeatureRows;

constexpr std::size_t kWords = 60, kFeatures = 25, kColumns = 3;
constexpr double kRidge = 0.3;

/// Every word has some of the features.
FeatureMatrix random_features(std::size_t words = kWords, std::size_t features = kFeatures) {
  std::mt19937 random(7);
  FeatureRows rows;
  for (std::size_t word = 0; word < words; ++word) {
    std::vector<features::WordFeature> row;
    for (std::size_t f = 0; f < features; ++f) {
      if (random() % 4 != 0) continue;
      row.push_back({"t" + std::to_string(100000 + f), static_cast<float>(random() % 9) / 9});
    }
    rows.add(row);
  }
  return rows.matrix(1);
}

std::vector<float> random_rows(std::size_t size) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  std::vector<float> rows(size);
  for (float& value : rows) value = normal(random);
  return rows;
}

MatrixXd dense(const FeatureMatrix& a) {
  MatrixXd matrix = MatrixXd::Zero(static_cast<Index>(a.words()), static_cast<Index>(a.features()));
  for (std::size_t word = 0; word < a.words(); ++word) {
    const features::FeatureEntries row = a.of_word(word);
    for (std::size_t e = 0; e < row.ids.size(); ++e) {
      matrix(static_cast<Index>(word), row.ids[e]) = row.values[e];
    }
  }
  return matrix;
}

MatrixXd normal_matrix(const MatrixXd& a) {
  return a.transpose() * a + kRidge * MatrixXd::Identity(a.cols(), a.cols());
}

TEST(RidgeRegression, ConvergesToTheSolutionOfTheNormalEquations) {
  const FeatureMatrix a = random_features();
  const std::vector<float> y = random_rows(kWords * kColumns);
  const RidgeRegression regression(a, kRidge);
  std::vector<float> w(a.features() * kColumns);
  regression.improve(w, {y.data(), kColumns}, kColumns, 60);

  const MatrixXd matrix = dense(a);
  const Eigen::Map<const Eigen::Matrix<float, -1, -1, Eigen::RowMajor>> targets(
      y.data(), static_cast<Index>(kWords), static_cast<Index>(kColumns));
  const MatrixXd expected =
      normal_matrix(matrix).ldlt().solve(matrix.transpose() * targets.cast<double>());
  const std::vector<float> fitted = regression.fitted(w, kColumns);
  const MatrixXd expected_fit = matrix * expected;
  for (std::size_t at = 0; at < w.size(); ++at) {
    const auto row = static_cast<Index>(at / kColumns), column = static_cast<Index>(at % kColumns);
    EXPECT_NEAR(w[at], expected(row, column), 1e-4);
  }
  for (std::size_t at = 0; at < fitted.size(); ++at) {
    const auto row = static_cast<Index>(at / kColumns), column = static_cast<Index>(at % kColumns);
    EXPECT_NEAR(fitted[at], expected_fit(row, column), 1e-4);
  }
}

TEST(RidgeRegression, FollowsWordsByTheirWeights) {
  const FeatureMatrix a = random_features();
  const std::vector<float> y = random_rows(kWords);
  std::vector<float> weights(kWords);
  for (std::size_t word = 0; word < kWords; ++word)
    weights[word] = 0.1F + 0.3F * static_cast<float>(word % 7);
  RidgeRegression regression(a, kRidge);
  regression.weigh(weights);
  std::vector<float> w(a.features());
  regression.improve(w, {y.data(), 1}, 1, 60);

  const MatrixXd matrix = dense(a);
  const auto count = static_cast<Index>(kWords);
  const Eigen::VectorXd t = Eigen::Map<const Eigen::VectorXf>(weights.data(), count).cast<double>();
  const Eigen::VectorXd targets = Eigen::Map<const Eigen::VectorXf>(y.data(), count).cast<double>();
  const MatrixXd normal = matrix.transpose() * t.asDiagonal() * matrix +
                          kRidge * MatrixXd::Identity(matrix.cols(), matrix.cols());
  const Eigen::VectorXd expected =
      normal.ldlt().solve(matrix.transpose() * t.asDiagonal() * targets);
  const std::vector<float> variances = regression.variances();
  for (Index feature = 0; feature < expected.size(); ++feature) {
    const auto at = static_cast<std::size_t>(feature);
    EXPECT_NEAR(w[at], expected(feature), 1e-4);
    EXPECT_NEAR(variances[at], 1 / normal(feature, feature), 1e-5);
  }
}

TEST(RidgeRegression, EveryStepBringsItNearer) {
  const FeatureMatrix a = random_features();
  const std::vector<float> y = random_rows(kWords);
  const RidgeRegression regression(a, kRidge);
  std::vector<float> solution(a.features());
  regression.improve(solution, {y.data(), 1}, 1, 60);
  const auto distance = [&](const std::vector<float>& w) {
    double sum = 0;
    for (std::size_t at = 0; at < w.size(); ++at) sum += std::pow(w[at] - solution[at], 2);
    return std::sqrt(sum);
  };
  std::vector<float> w(a.features());
  double before = distance(w);
  for (int call = 0; call < 4; ++call) {
    regression.improve(w, {y.data(), 1}, 1, 2);
    EXPECT_LT(distance(w), 0.9 * before);
    before = distance(w);
  }
}

TEST(RidgeRegression, KnowsItsDegreesOfFreedom) {
  const FeatureMatrix a = random_features(400, 40);
  const MatrixXd matrix = dense(a);
  const double expected = (matrix * normal_matrix(matrix).ldlt().solve(matrix.transpose())).trace();
  EXPECT_NEAR(RidgeRegression(a, kRidge).degrees_of_freedom(), expected, 0.1 * expected);
}

TEST(RidgeRegression, IsTheSameOnAnyNumberOfThreads) {
  const FeatureMatrix a = random_features(5000, 3000);
  const std::vector<float> y = random_rows(5000 * kColumns);
  const RidgeRegression regression(a, kRidge);
  const auto solved = [&](int threads) {
    std::vector<float> w(a.features() * kColumns);
    tbb::task_arena arena(threads);
    arena.execute([&] { regression.improve(w, {y.data(), kColumns}, kColumns, 3); });
    return w;
  };
  EXPECT_EQ(solved(1), solved(4));
}

TEST(RidgeRegression, LeavesAloneWhatIsSolved) {
  const FeatureMatrix a = random_features();
  const std::vector<float> y(kWords);
  std::vector<float> w(a.features());
  RidgeRegression(a, kRidge).improve(w, {y.data(), 1}, 1, 5);
  EXPECT_EQ(w, std::vector<float>(a.features()));
}

}  // namespace
}  // namespace bsg::inference
