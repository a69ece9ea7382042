#include "inference/gauge.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "inference/learned_prior.h"
#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t kWords = 2500;  // more than one block, and not whole batches
constexpr std::size_t kDimension = 7;

/// One side with natural parameters of its own and the densities that they give.
struct TestSide : LearnedSide {
  TestSide() : LearnedSide(Side::target, kWords, kDimension, Prior::isotropic(1)) {}

  std::vector<MatrixXd> precision;
  std::vector<VectorXd> mean;
};

/// Directions of very different strength, so that a gauge has something to do.
TestSide random_side(std::uint32_t seed) {
  TestSide side;
  side.natural.allocate_precision();
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, 1);
  const auto m = static_cast<Index>(kDimension);
  for (std::uint32_t word = 0; word < kWords; ++word) {
    MatrixXd P = MatrixXd::Identity(m, m);
    VectorXd r(m);
    for (int k = 0; k < 3; ++k) {
      const VectorXd x = VectorXd::NullaryExpr(m, [&] { return normal(random); });
      P += x * x.transpose();
    }
    for (Index k = 0; k < m; ++k) r[k] = normal(random) * static_cast<double>(1 + k * k);
    float* packed = side.natural.precision(word);
    for (Index i = 0; i < m; ++i) {
      for (Index j = i; j < m; ++j, ++packed)
        P(i, j) = P(j, i) = *packed = static_cast<float>(P(i, j));
      r[i] = side.natural.r(word)[i] = static_cast<float>(r[i]);
    }
    side.precision.push_back(P);
    side.mean.push_back(P.llt().solve(r));
    for (Index i = 0; i < m; ++i) {
      side.densities.mean(word)[i] = static_cast<float>(side.mean.back()[i]);
      side.densities.variance(word)[i] = static_cast<float>(P.inverse()(i, i));
    }
  }
  return side;
}

MatrixXd matrix_of(const std::vector<float>& values) {
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto m = static_cast<Index>(kDimension);
  return Eigen::Map<const RowMajor>(values.data(), m, m).cast<double>();
}

VectorXd mean_of(const Densities& densities, std::size_t word) {
  const auto m = static_cast<Index>(kDimension);
  return Eigen::Map<const Eigen::VectorXf>(densities.rows().mean(word), m).cast<double>();
}

MatrixXd second_moment(const Densities& densities) {
  const auto m = static_cast<Index>(kDimension);
  MatrixXd sum = MatrixXd::Zero(m, m);
  for (std::size_t word = 0; word < kWords; ++word) {
    sum += mean_of(densities, word) * mean_of(densities, word).transpose();
  }
  return sum / double{kWords};
}

TEST(UnevenStretch, IsTheLargestBesideTheSmallest) {
  const Gauge before{{2, 1, 0, 4}, {0.5F, 0, -0.125F, 0.25F}};  // A and A⁻ᵀ
  EXPECT_NEAR(uneven_stretch(before, before, 2), 1, 1e-6);
  const Gauge turned{{0, 8, -4, -2}, {}};  // a rotation and a scale of 2 after A
  EXPECT_NEAR(uneven_stretch(turned, before, 2), 1, 1e-6);
  const Gauge stretched{{6, 3, 0, 4}, {}};  // diag(3, 1) after A
  EXPECT_NEAR(uneven_stretch(stretched, before, 2), 3, 1e-6);
  EXPECT_NEAR(uneven_stretch({{5, 0, 0, 0.5F}, {}}, std::nullopt, 2), 10, 1e-6);
}

/// Both sides in the axes of a gauge.
void change_both(const Gauge& gauge, TestSide& u, TestSide& v) {
  change_axes(gauge.targets, u, u.owned, {});
  change_axes(gauge.contexts, v, v.owned, {});
}

/// D of the header, the strongest first: D² are the eigenvalues of the two second moments' product
/// LLᵀM, which are those of LᵀML.
VectorXd score_strengths(const Densities& u, const Densities& v) {
  const MatrixXd L = second_moment(u).llt().matrixL();
  const MatrixXd product = L.transpose() * second_moment(v) * L;
  VectorXd squares = Eigen::SelfAdjointEigenSolver<MatrixXd>(product).eigenvalues();
  std::sort(squares.begin(), squares.end(), std::greater<>());
  return squares.cwiseSqrt();
}

TEST(Gauge, IsAPairOfInverses) {
  const TestSide u = random_side(1), v = random_side(9);
  for (const double power : {0.25, 0.5, 1.0, 2.0}) {
    const Gauge gauge = make_gauge(u.densities, v.densities, power);
    const MatrixXd A = matrix_of(gauge.targets), B = matrix_of(gauge.contexts);
    EXPECT_TRUE((A.transpose() * B).isIdentity(1e-5)) << power;
  }
}

TEST(Gauge, MakesBothSecondMomentsPowersOfTheScores) {
  TestSide u_before = random_side(2), v_before = random_side(8);
  const VectorXd D = score_strengths(u_before.densities, v_before.densities);
  for (const double power : {0.0, 0.25, 0.5, 1.0, 2.0}) {
    TestSide u = random_side(2), v = random_side(8);
    change_both(make_gauge(u.densities, v.densities, power), u, v);
    const double factor = std::exp(power * D.array().log().mean());
    const MatrixXd targets = (factor * D.array().pow(1 - power)).matrix().asDiagonal();
    const MatrixXd contexts = (D.array().pow(1 + power) / factor).matrix().asDiagonal();
    EXPECT_LT((second_moment(u.densities) - targets).norm(), 1e-4 * targets.norm()) << power;
    EXPECT_LT((second_moment(v.densities) - contexts).norm(), 1e-4 * contexts.norm()) << power;
  }
}

TEST(Gauge, DoesNotDependOnTheAxesBefore) {
  // The same scores from other axes: u → Bu, v → B⁻ᵀv with B = diag(1, 2, …).
  TestSide u = random_side(2), v = random_side(8), u_other = random_side(2),
           v_other = random_side(8);
  for (std::uint32_t word = 0; word < kWords; ++word) {
    for (std::size_t k = 0; k < kDimension; ++k) {
      u_other.densities.mean(word)[k] *= static_cast<float>(k + 1);
      v_other.densities.mean(word)[k] /= static_cast<float>(k + 1);
    }
  }
  const MatrixXd A = matrix_of(make_gauge(u.densities, v.densities, 0.5).targets);
  const MatrixXd other = matrix_of(make_gauge(u_other.densities, v_other.densities, 0.5).targets);
  for (std::size_t word = 1; word < kWords; ++word) {
    const VectorXd a = A * mean_of(u.densities, word), b = A * mean_of(u.densities, word - 1);
    const VectorXd c = other * mean_of(u_other.densities, word),
                   d = other * mean_of(u_other.densities, word - 1);
    EXPECT_NEAR(a.dot(b) / (a.norm() * b.norm()), c.dot(d) / (c.norm() * d.norm()), 1e-5);
  }
}

TEST(Gauge, LeavesEveryProductAsItIs) {
  TestSide u = random_side(3), v = random_side(4);
  std::vector<double> before;
  for (std::size_t word = 0; word < kWords; ++word) {
    before.push_back(u.mean[word].dot(v.mean[kWords - 1 - word]));
  }
  change_both(make_gauge(u.densities, v.densities, 0.5), u, v);
  for (std::size_t word = 0; word < kWords; ++word) {
    const std::size_t other = kWords - 1 - word;
    const double scale = u.mean[word].norm() * v.mean[other].norm();
    EXPECT_NEAR(mean_of(u.densities, word).dot(mean_of(v.densities, other)), before[word],
                1e-4 * scale);
  }
}

TEST(Gauge, VariancesAreThoseOfTheFullCovariance) {
  TestSide u = random_side(5), v = random_side(7);
  const Gauge gauge = make_gauge(u.densities, v.densities, 0.5);
  change_both(gauge, u, v);
  const auto expect_variances = [](const TestSide& side, const MatrixXd& axes) {
    for (std::size_t word = 0; word < kWords; ++word) {
      const MatrixXd covariance = axes * side.precision[word].inverse() * axes.transpose();
      for (std::size_t k = 0; k < kDimension; ++k) {
        const auto i = static_cast<Index>(k);
        EXPECT_NEAR(side.densities.rows().variance(word)[k], covariance(i, i),
                    1e-4 * covariance(i, i));
      }
    }
  };
  expect_variances(u, matrix_of(gauge.targets));
  expect_variances(v, matrix_of(gauge.contexts));
}

TEST(Gauge, WhereASideIsAllZeroIsTheIdentity) {
  const Densities none(kWords, kDimension);
  const TestSide some = random_side(1);
  for (const Gauge& gauge :
       {make_gauge(none, some.densities, 1), make_gauge(some.densities, none, 1)}) {
    EXPECT_TRUE(matrix_of(gauge.targets).isIdentity(0));
    EXPECT_TRUE(matrix_of(gauge.contexts).isIdentity(0));
  }
}

/// Means of length 1 along the first axis alone, and one variance everywhere.
Densities along_the_first_axis(float variance) {
  Densities side(kWords, kDimension);
  for (std::uint32_t word = 0; word < kWords; ++word) {
    side.mean(word)[0] = word % 2 == 0 ? 1.0F : -1.0F;
    for (std::size_t k = 0; k < kDimension; ++k) side.variance(word)[k] = variance;
  }
  return side;
}

TEST(Gauge, DoesNotMakeNoiseOfDirectionsWithoutSignal) {
  // With variances of 0.04 and 0.4 the other directions count as having second moments of 0.004 and
  // 0.04, and D² of their product; all are 1 along the first axis. A C_u Aᵀ = D^(1 − power).
  const Densities u = along_the_first_axis(0.04F), v = along_the_first_axis(0.4F);
  for (const double power : {0.4, 1.0}) {
    const MatrixXd A = matrix_of(make_gauge(u, v, power).targets);
    const double stretched = A.col(1).norm() / A.col(0).norm();
    EXPECT_NEAR(stretched, std::sqrt(std::pow(0.004 * 0.04, (1 - power) / 2) / 0.004), 1e-3)
        << power;
  }
}

TEST(Gauge, OfFewWordsStaysFinite) {
  Densities few(2, kDimension);
  few.mean(0)[0] = 3;
  few.mean(1)[1] = 1e-3F;
  const Gauge gauge = make_gauge(few, few, 2);
  const MatrixXd A = matrix_of(gauge.targets), B = matrix_of(gauge.contexts);
  EXPECT_TRUE(A.allFinite());
  EXPECT_TRUE((A.transpose() * B).isIdentity(1e-3));
}

TEST(LearnedPrior, IsTheInverseOfTheMeanSecondMoment) {
  const TestSide u = random_side(6);
  double sum = 0;
  for (std::uint32_t word = 0; word < kWords; ++word) {
    for (std::size_t k = 0; k < kDimension; ++k) {
      const double mean = u.densities.rows().mean(word)[k];
      sum += mean * mean + double{u.densities.rows().variance(word)[k]};
    }
  }
  EXPECT_NEAR(learned_prior_precision(u.densities), kWords * kDimension / sum, 1e-12);
}

}  // namespace
}  // namespace bsg::inference
