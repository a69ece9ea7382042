// What happens to a word whose precision cannot be factorised in single precision.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "inference/densities.h"
#include "inference/half_update.h"
#include "inference/learned_side.h"
#include "inference/natural_parameters.h"
#include "kernels/aligned_buffer.h"
#include "kernels/batched_solve.h"

namespace bsg::inference {
namespace {

constexpr std::size_t kDimension = 2;

/// P of two dimensions, packed: (xx, xy, yy), and r.
struct Case {
  std::array<float, 3> precision;
  std::array<float, 2> r;

  /// Exact: products of two floats fit in a double.
  [[nodiscard]] double determinant() const {
    const auto [xx, xy, yy] = precision;
    return double{xx} * double{yy} - double{xy} * double{xy};
  }
};

bool solves_in_single_precision(const Case& one) {
  kernels::AlignedBuffer workspace(kernels::solve_workspace_size(kDimension));
  std::array<float, 2> mean{};
  std::array<float, 2> variance{};
  std::vector<kernels::System> systems{
      {one.precision.data(), one.r.data(), mean.data(), variance.data(), false}};
  kernels::solve_batch(kDimension, systems, workspace.data());
  return systems[0].solved;
}

/// Positive definite, but by so little that rounding to floats on the way hides it.
std::optional<Case> barely_definite() {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<float> uniform(1, 2);
  for (int tries = 0; tries < 10000; ++tries) {
    const float xx = uniform(random), xy = uniform(random);
    Case one{{xx, xy, xy * xy / xx}, {uniform(random), -uniform(random)}};
    while (one.determinant() <= 0) one.precision[2] = std::nextafter(one.precision[2], 10.0F);
    if (!solves_in_single_precision(one)) return one;
  }
  return std::nullopt;
}

/// A half-update of `words` words without pairs that keeps P and r as they are; `which` has those
/// of the case, the others the identity and 0.
Densities keep_and_solve(const Case& one, std::uint32_t words, std::uint32_t which) {
  const Densities other(words, kDimension);
  LearnedSide updated(Side::target, words, kDimension, Prior::isotropic(1));
  NaturalParameters& parameters = updated.natural;
  parameters.allocate_precision();
  for (std::uint32_t word = 0; word < words; ++word) {
    const std::array<float, 3> identity{1, 0, 1};
    const auto& precision = word == which ? one.precision : identity;
    std::copy(precision.begin(), precision.end(), parameters.precision(word));
  }
  std::copy(one.r.begin(), one.r.end(), parameters.r(which));
  const PairSource no_pairs = [](auto, auto&, auto& row) { row.resize(0); };
  half_update({.step = 0}, no_pairs, other, updated, {});
  return updated.densities;
}

TEST(FailingFactorisation, IsDoneAgainInDoublePrecision) {
  const std::optional<Case> one = barely_definite();
  ASSERT_TRUE(one);
  const auto [xx, xy, yy] = one->precision;
  const double determinant = one->determinant();
  ASSERT_GT(determinant, 0);
  constexpr std::uint32_t kWord = 21;
  Densities updated = keep_and_solve(*one, 40, kWord);
  const double x = (double{yy} * double{one->r[0]} - double{xy} * double{one->r[1]}) / determinant;
  const double y = (double{xx} * double{one->r[1]} - double{xy} * double{one->r[0]}) / determinant;
  // The determinant is a difference of about 1e-7 of its terms.
  constexpr double kTolerance = 1e-6;
  EXPECT_NEAR(updated.mean(kWord)[0] / x, 1, kTolerance);
  EXPECT_NEAR(updated.mean(kWord)[1] / y, 1, kTolerance);
  EXPECT_NEAR(updated.variance(kWord)[0] / (yy / determinant), 1, kTolerance);
  EXPECT_NEAR(updated.variance(kWord)[1] / (xx / determinant), 1, kTolerance);
  for (const std::uint32_t word : {0U, kWord - 1, kWord + 1, 39U}) {
    EXPECT_EQ(updated.mean(word)[0], 0);
    EXPECT_EQ(updated.variance(word)[1], 1);
  }
}

TEST(FailingFactorisation, IsReportedWithTheWordWhereDoubleDoesNotHelp) {
  const float huge = std::numeric_limits<float>::max();
  const float tiny = std::numeric_limits<float>::denorm_min();
  for (const Case& one : {Case{{1, 1, 1}, {1, 1}},           // singular
                          Case{{1, 2, 1}, {1, 1}},           // indefinite
                          Case{{-1, 0, 1}, {1, 1}},          // negative
                          Case{{tiny, 0, 1}, {0, 0}},        // 1 / tiny is no float
                          Case{{0.5F, 0, 1}, {huge, 0}}}) {  // and neither is 2 huge
    try {
      keep_and_solve(one, 40, 33);
      ADD_FAILURE() << one.precision[0] << ' ' << one.precision[1];
    } catch (const SolveFailure& failure) {
      EXPECT_EQ(failure.word, 33U);
    }
  }
}

}  // namespace
}  // namespace bsg::inference
