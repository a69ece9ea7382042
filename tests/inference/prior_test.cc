#include "inference/prior.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "inference/half_update.h"
#include "inference/learned_side.h"
#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::uint32_t kWords = 21;
constexpr std::size_t kDimension = 5;
constexpr auto kM = static_cast<Index>(kDimension);
constexpr double kTau = 2.5;

/// Ten pairs for every word but the first, which has none.
const PairSource kPairs = [](auto word, auto& /*scratch*/, auto& row) {
  row.resize(0);
  for (std::uint32_t id = 0; word > 0 && id < 10; ++id) {
    row.ids.push_back(id);
    row.counts.push_back(static_cast<float>(1 + (word + id) % 3));
    row.pulls.push_back((word + id) % 2 == 0 ? 1.0F : -1.0F);
  }
};

std::vector<float> random_floats(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(size);
  for (float& value : values) value = normal(random);
  return values;
}

LearnedSide updated_with(Prior prior) {
  Densities other(kWords, kDimension);
  initialise(other, Side::context, 1);
  LearnedSide side(Side::target, kWords, kDimension, std::move(prior));
  initialise(side.densities, Side::target, 1);
  side.natural.allocate_precision();
  half_update({.xi = kernels::XiForm::exact}, kPairs, other, side, {});
  return side;
}

MatrixXd precision_of(const NaturalParameters& natural, std::uint32_t word) {
  MatrixXd P(kM, kM);
  const float* packed = natural.precision(word);
  for (Index i = 0; i < kM; ++i) {
    for (Index j = i; j < kM; ++j) P(i, j) = P(j, i) = double{*packed++};
  }
  return P;
}

VectorXd floats(const float* values) {
  return Eigen::Map<const Eigen::VectorXf>(values, kM).cast<double>();
}

/// P and r are those of the pairs alone plus what the prior should add, and the density is theirs.
template <class Precision, class Pull>
void expect_added(LearnedSide& side, Precision precision, Pull pull) {
  LearnedSide pairs_alone = updated_with(Prior::isotropic(0x1p-40));
  for (std::uint32_t word = 1; word < kWords; ++word) {
    const MatrixXd P = precision_of(pairs_alone.natural, word) + precision(word);
    const VectorXd r = floats(pairs_alone.natural.r(word)) + pull(word);
    EXPECT_LT((precision_of(side.natural, word) - P).norm(), 1e-5 * P.norm()) << word;
    EXPECT_LT((floats(side.natural.r(word)) - r).norm(), 1e-5 * (1 + r.norm())) << word;
    const VectorXd mean = P.llt().solve(r);
    EXPECT_LT((floats(side.densities.mean(word)) - mean).norm(), 1e-4 * (1 + mean.norm())) << word;
  }
}

const MatrixXd kTauI = kTau * MatrixXd::Identity(kM, kM);

TEST(Prior, IsotropicAddsItsPrecisionToTheDiagonal) {
  const Prior prior = Prior::isotropic(kTau);
  LearnedSide side = updated_with(prior);
  expect_added(
      side, [](auto) { return kTauI; }, [](auto) { return VectorXd::Zero(kM).eval(); });
  EXPECT_EQ(prior.precision(), kTau);
}

TEST(Prior, NaturalAlsoPullsEveryWordToAMeanOfItsOwn) {
  const auto means =
      std::make_shared<const std::vector<float>>(random_floats(kWords * kDimension, 3));
  const auto mean_of = [&](std::uint32_t word) { return floats(&(*means)[word * kDimension]); };
  const std::vector<float> precisions(kWords, static_cast<float>(kTau));
  std::vector<float> r = *means;
  for (float& value : r) value *= static_cast<float>(kTau);
  const Prior prior = Prior::natural(kTau, std::make_shared<const std::vector<float>>(precisions),
                                     std::make_shared<const std::vector<float>>(r));
  LearnedSide side = updated_with(prior);
  expect_added(
      side, [](auto) { return kTauI; }, [&](auto word) { return (kTau * mean_of(word)).eval(); });
  EXPECT_LT((floats(side.densities.mean(0)) - mean_of(0)).norm(), 1e-6);
  EXPECT_NEAR(side.densities.variance(0)[0], 1 / kTau, 1e-6);
  EXPECT_EQ(prior.precision(), kTau);
}

/// The words 0 … kWords − 1 of an earlier training, whose precisions are far from diagonal.
std::shared_ptr<const NaturalParameters> old_posterior() {
  auto old = std::make_shared<NaturalParameters>(all_words(kWords), kDimension);
  old->allocate_precision();
  for (std::uint32_t word = 0; word < kWords; ++word) {
    const VectorXd x = floats(random_floats(kDimension, 100 + word).data());
    const MatrixXd P = x * x.transpose() + MatrixXd::Identity(kM, kM);
    float* packed = old->precision(word);
    for (Index i = 0; i < kM; ++i) {
      old->r(word)[i] = static_cast<float>(3 - i);
      for (Index j = i; j < kM; ++j) *packed++ = static_cast<float>(P(i, j));
    }
  }
  return old;
}

/// What an update takes in place of a prior.
class OldPosterior final : public Term {
 public:
  explicit OldPosterior(std::shared_ptr<const NaturalParameters> old) : old_(std::move(old)) {}

  void add(std::uint32_t word, const WordSums& sums,
           kernels::AlignedBuffer& /*workspace*/) const override {
    sums.add_packed(old_->precision(word));
    for (std::size_t k = 0; k < sums.m; ++k) sums.r[k] += old_->r(word)[k];
  }

 private:
  std::shared_ptr<const NaturalParameters> old_;
};

TEST(Prior, AddsWhatATermAdds) {
  const auto old = old_posterior();
  const Prior prior = Prior::of(std::make_shared<const OldPosterior>(old), kTau);
  LearnedSide side = updated_with(prior);
  expect_added(
      side, [&](auto word) { return precision_of(*old, word); },
      [&](auto word) { return floats(old->r(word)); });
  EXPECT_EQ(prior.precision(), kTau);
}

TEST(Prior, OldPosteriorIsWhatAWordWithoutPairsKeeps) {
  const auto old = old_posterior();
  LearnedSide side = updated_with(Prior::of(std::make_shared<const OldPosterior>(old)));
  const MatrixXd P = precision_of(*old, 0);
  const VectorXd mean = P.llt().solve(floats(old->r(0)));
  EXPECT_EQ(precision_of(side.natural, 0), P);
  EXPECT_EQ(floats(side.natural.r(0)), floats(old->r(0)));
  EXPECT_LT((floats(side.densities.mean(0)) - mean).norm(), 1e-5 * mean.norm());
  EXPECT_NEAR(side.densities.variance(0)[0], P.inverse()(0, 0), 1e-6);
}

TEST(Prior, TermsMayWeighAMatrix) {
  const std::vector<float> packed{1, 2, 3, 4, 5, 6};
  std::vector<float> precision(3 * 16), diagonal(16), r(16);
  const WordSums sums{3, 16, precision.data(), diagonal.data(), r.data()};
  sums.add_packed(packed.data());
  sums.add_packed(packed.data(), 0.5F);
  EXPECT_EQ(precision[0], 1.5F);
  EXPECT_EQ(precision[2], 4.5F);
  EXPECT_EQ(precision[16 + 2], 7.5F);
  EXPECT_EQ(precision[2 * 16 + 2], 9.0F);
}

}  // namespace
}  // namespace bsg::inference
