#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "inference/bound.h"
#include "inference/densities.h"
#include "inference/golden_cases.h"
#include "inference/half_update.h"
#include "inference/natural_parameters.h"
#include "inference/step_size.h"

namespace bsg::inference {
namespace {

using tests::GoldenCase;
using tests::GoldenResult;
using tests::GoldenSide;

/// Float accuracy is what the script itself loses in single precision: its largest error over a
/// matrix, but no less than one rounding of the largest value. Production rounds as often, though
/// in another order (counts instead of tuples, fused multiply-adds, blocks of pairs): errors of the
/// same distribution, whose largest may be some times larger by chance.
constexpr double kTimesSinglePrecision = 8;

double tolerance(const GoldenResult& golden) {
  double largest = 0;
  for (const double value : golden.values) largest = std::max(largest, std::abs(value));
  const double rounding = largest * std::numeric_limits<float>::epsilon() / 2;
  return kTimesSinglePrecision * std::max(golden.single, rounding);
}

template <typename Number>
void expect_agreement(const std::vector<Number>& values, const GoldenResult& golden,
                      const char* what) {
  ASSERT_EQ(values.size(), golden.values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_NEAR(values[k], golden.values[k], tolerance(golden)) << what << ", entry " << k;
  }
}

/// One side of production's state, started as the golden case was.
struct TrainedSide {
  TrainedSide(const GoldenCase& golden, const GoldenSide& side)
      : learned(Side::target, golden.words, golden.dimension,
                Prior::isotropic(side.prior_precision)) {
    const std::size_t m = golden.dimension;
    for (std::uint32_t word = 0; word < golden.words; ++word) {
      for (std::size_t k = 0; k < m; ++k) {
        learned.densities.mean(word)[k] = static_cast<float>(side.initial_means[word * m + k]);
        learned.densities.variance(word)[k] = 1;
      }
    }
    learned.natural.allocate_precision();
  }

  LearnedSide learned;
  std::vector<double> changes;
};

void update(const GoldenCase& golden, const GoldenSide& side, std::uint32_t iteration,
            const TrainedSide& other, TrainedSide& updated) {
  const HalfUpdate how{.xi = golden.exact_xi ? kernels::XiForm::exact : kernels::XiForm::paper,
                       .step = step_size(iteration, golden.burn_in, golden.decay)};
  const std::vector<sampling::PairRow>& rows = side.pairs[iteration - 1];
  const PairSource pairs = [&rows](auto word, auto& /*scratch*/, auto& row) { row = rows[word]; };
  const UpdateSummary summary =
      half_update(how, pairs, other.learned.densities, updated.learned, {});
  updated.changes.push_back(summary.change);
}

void expect_agreement(const TrainedSide& trained, const GoldenSide& golden) {
  expect_agreement(trained.learned.densities.means(), golden.means, "mean");
  expect_agreement(trained.learned.densities.variances(), golden.variances, "variance");
  expect_agreement(trained.changes, golden.changes, "change of r");
}

class Golden : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(Golden, HalfUpdatesAgreeToFloatAccuracy) {
  const GoldenCase& golden = GetParam();
  TrainedSide u(golden, golden.u);
  TrainedSide v(golden, golden.v);
  for (std::uint32_t iteration = 1; iteration <= golden.iterations; ++iteration) {
    update(golden, golden.u, iteration, v, u);
    update(golden, golden.v, iteration, u, v);
  }
  expect_agreement(u, golden.u);
  expect_agreement(v, golden.v);
}

TEST_P(Golden, BoundsAgreeToFloatAccuracy) {
  const GoldenCase& golden = GetParam();
  std::vector<SampledTarget> all(golden.words);
  for (std::uint32_t word = 0; word < golden.words; ++word) all[word].word = word;
  TrainedSide u(golden, golden.u), v(golden, golden.v);
  std::vector<double> bounds;
  for (std::uint32_t iteration = 1; iteration <= golden.iterations; ++iteration) {
    update(golden, golden.u, iteration, v, u);
    update(golden, golden.v, iteration, u, v);
    const PairSource rows = [&](auto word, auto& /*scratch*/, auto& row) {
      row = golden.u.pairs[iteration - 1][word];
    };
    const Densities &of_u = u.learned.densities, &of_v = v.learned.densities;
    const BoundPairs pairs{golden.exact_xi ? kernels::XiForm::exact : kernels::XiForm::paper, rows};
    bounds.push_back(likelihood_bound(of_u, of_v, pairs, all, {}).sum +
                     prior_bound(of_u, golden.u.prior_precision) +
                     prior_bound(of_v, golden.v.prior_precision));
  }
  expect_agreement(bounds, golden.bounds, "bound");
}

TEST_P(Golden, TolerancesAreOfFloatAccuracy) {
  EXPECT_LT(tolerance(GetParam().bounds), 1e-3);  // sums of a hundred and more
  for (const GoldenSide* side : {&GetParam().u, &GetParam().v}) {
    EXPECT_LT(tolerance(side->means), 2e-5);
    EXPECT_LT(tolerance(side->variances), 1e-5);
    EXPECT_LT(tolerance(side->changes), 2e-4);
  }
}

/// The power of the comparison: the other ξ is nowhere near the tolerance.
TEST_P(Golden, OtherXiIsToldApart) {
  GoldenCase golden = GetParam();
  golden.exact_xi = !golden.exact_xi;
  TrainedSide u(golden, golden.u);
  TrainedSide v(golden, golden.v);
  update(golden, golden.u, 1, v, u);
  for (std::uint32_t iteration = 2; iteration <= golden.iterations; ++iteration) {
    update(golden, golden.v, iteration - 1, u, v);
    update(golden, golden.u, iteration, v, u);
  }
  const std::vector<float> means = u.learned.densities.means();
  double furthest = 0;
  for (std::size_t k = 0; k < means.size(); ++k) {
    furthest = std::max(furthest, std::abs(means[k] - golden.u.means.values[k]));
  }
  EXPECT_GT(furthest, 100 * tolerance(golden.u.means));
}

INSTANTIATE_TEST_SUITE_P(FigureOne, Golden, ::testing::ValuesIn(tests::read_golden_cases()),
                         [](const auto& test) { return test.param.name; });

TEST(GoldenFile, HoldsTheCasesItIsMeantFor) {
  const std::vector<GoldenCase> cases = tests::read_golden_cases();
  const auto has = [&cases](auto property) {
    return std::any_of(cases.begin(), cases.end(), property);
  };
  const auto any_row = [](const GoldenCase& golden, auto property) {
    return std::any_of(golden.u.pairs.begin(), golden.u.pairs.end(), [&](const auto& rows) {
      return std::any_of(rows.begin(), rows.end(), property);
    });
  };
  EXPECT_TRUE(has([](const auto& golden) { return golden.exact_xi; }));
  EXPECT_TRUE(has([](const auto& golden) { return !golden.exact_xi; }));
  EXPECT_TRUE(has([](const auto& golden) { return golden.burn_in == 0; }));
  EXPECT_TRUE(has([](const auto& golden) { return golden.burn_in >= golden.iterations; }));
  EXPECT_TRUE(
      has([](const auto& golden) { return golden.u.prior_precision != golden.v.prior_precision; }));
  EXPECT_TRUE(has([&](const auto& golden) {
    return any_row(golden, [](const auto& row) { return row.ids.empty(); });
  }));
  EXPECT_TRUE(has([&](const auto& golden) {
    return any_row(golden, [](const auto& row) {
      for (std::size_t k = 0; k < row.ids.size(); ++k) {
        if (std::abs(row.pulls[k]) < row.counts[k]) return true;
      }
      return false;
    });
  }));
}

}  // namespace
}  // namespace bsg::inference
