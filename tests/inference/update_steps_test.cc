// The two steps of a half-update that can be exchanged, exchanged: what a Gibbs sampler would do.

#include "inference/update_steps.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <mutex>
#include <set>
#include <tuple>
#include <vector>

#include "inference/half_update.h"
#include "inference/learned_side.h"
#include "random/counter_random.h"

namespace bsg::inference {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::uint32_t kWords = 19;
constexpr std::size_t kDimension = 3;
constexpr std::uint32_t kPartners = 100;  // more than a block

const PairSource kPairs = [](auto word, auto& /*scratch*/, auto& row) {
  row.resize(0);
  for (std::uint32_t id = word % 7; id < kPartners; ++id) {
    row.ids.push_back(id);
    row.counts.push_back(1);
    row.pulls.push_back(id % 3 == 0 ? 1.0F : -1.0F);
  }
};

/// Twice the weight that is expected, and a note of what it was asked.
class DoubledWeights final : public PairWeighing {
 public:
  void weigh(const UpdateAddress& at, std::uint32_t word, std::span<const std::uint32_t> ids,
             const float* xi_squared, const float* counts, float* weights) const override {
    expected_weights().weigh(at, word, ids, xi_squared, counts, weights);
    for (std::size_t k = 0; k < ids.size(); ++k) weights[k] *= 2;
    const std::lock_guard lock(mutex_);
    asked_.emplace(at.seed, at.iteration, at.side, word);
  }

  using Asked = std::set<std::tuple<std::uint64_t, std::uint32_t, Side, std::uint32_t>>;
  [[nodiscard]] const Asked& asked() const { return asked_; }

 private:
  mutable std::mutex mutex_;
  mutable Asked asked_;
};

MatrixXd unpacked(const float* packed) {
  const auto m = static_cast<Index>(kDimension);
  MatrixXd P(m, m);
  for (Index i = 0; i < m; ++i) {
    for (Index j = i; j < m; ++j) P(i, j) = P(j, i) = double{*packed++};
  }
  return P;
}

/// A draw from N(P⁻¹r, P⁻¹) in the place of its mean, without a variance; its random numbers are
/// addressed by the update and the word.
class PosteriorDraw final : public Estimation {
 public:
  void estimate(const UpdateAddress& at, std::size_t m, std::span<const std::uint32_t> words,
                std::span<kernels::System> systems, float* /*workspace*/) const override {
    const random::CounterRandom random(at.seed, random::Purpose::initial_means);
    for (std::size_t k = 0; k < words.size(); ++k) {
      const Eigen::LLT<MatrixXd> factor(unpacked(systems[k].precision));
      const VectorXd r =
          Eigen::Map<const Eigen::VectorXf>(systems[k].r, static_cast<Index>(m)).cast<double>();
      random::RandomSequence numbers(
          random, 2 * std::uint64_t{at.iteration} + static_cast<std::uint64_t>(at.side), words[k]);
      const VectorXd normal = VectorXd::NullaryExpr(static_cast<Index>(m), [&] {
        const std::uint64_t first = numbers.next();
        return random::to_normals(first, numbers.next())[0];
      });
      const VectorXd draw = factor.solve(r) + factor.matrixU().solve(normal);
      for (std::size_t d = 0; d < m; ++d) {
        systems[k].mean[d] = static_cast<float>(draw[static_cast<Index>(d)]);
        systems[k].variance[d] = 0;
      }
    }
  }
};

Densities contexts() {
  Densities other(kPartners, kDimension);
  initialise(other, Side::context, 5);
  return other;
}

LearnedSide targets() {
  LearnedSide side(Side::target, kWords, kDimension, Prior::isotropic(1));
  initialise(side.densities, Side::target, 5);
  side.natural.allocate_precision();
  return side;
}

TEST(UpdateSteps, WeighingDecidesWhatPairsWeigh) {
  const Densities other = contexts();
  LearnedSide usual = targets(), doubled = targets();
  const DoubledWeights weighing;
  half_update({}, kPairs, other, usual, {});
  half_update({.at = {7, 4, Side::target}, .weighing = weighing}, kPairs, other, doubled, {});
  for (std::uint32_t word = 0; word < kWords; ++word) {
    const MatrixXd pairs = unpacked(usual.natural.precision(word)) - MatrixXd::Identity(3, 3);
    const MatrixXd twice = unpacked(doubled.natural.precision(word)) - MatrixXd::Identity(3, 3);
    EXPECT_LT((twice - 2 * pairs).norm(), 1e-5 * twice.norm()) << word;
    EXPECT_TRUE(weighing.asked().contains({7, 4, Side::target, word})) << word;
  }
  EXPECT_EQ(weighing.asked().size(), kWords);
}

/// With the weights held fixed, what is drawn has the moments of the posterior.
TEST(UpdateSteps, EstimationMayDrawFromThePosterior) {
  constexpr std::uint32_t kDraws = 4000;
  const Densities other = contexts();
  LearnedSide expected = targets();
  half_update({}, kPairs, other, expected, {});
  const PosteriorDraw draw;
  std::vector<VectorXd> sum(kWords, VectorXd::Zero(3)), squares(kWords, VectorXd::Zero(3));
  for (std::uint32_t iteration = 1; iteration <= kDraws; ++iteration) {
    LearnedSide drawn = targets();
    half_update({.at = {11, iteration, Side::target}, .estimation = draw}, kPairs, other, drawn,
                {});
    for (std::uint32_t word = 0; word < kWords; ++word) {
      const VectorXd value =
          Eigen::Map<const Eigen::VectorXf>(drawn.densities.mean(word), 3).cast<double>();
      sum[word] += value / kDraws;
      squares[word] += value.cwiseAbs2() / kDraws;
    }
  }
  for (std::uint32_t word = 0; word < kWords; ++word) {
    for (Index k = 0; k < 3; ++k) {
      const double variance = double{expected.densities.variance(word)[k]};
      EXPECT_NEAR(sum[word][k], double{expected.densities.mean(word)[k]},
                  4.5 * std::sqrt(variance / kDraws));
      EXPECT_NEAR((squares[word][k] - sum[word][k] * sum[word][k]) / variance, 1,
                  4.5 * std::sqrt(2.0 / kDraws));
    }
  }
}

}  // namespace
}  // namespace bsg::inference
