// draw_batch() of kernels/batched_solve.h.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "kernels/aligned_buffer.h"
#include "kernels/batched_solve.h"
#include "kernels/every_target.h"
#include "kernels/reference.h"
#include "kernels/row_layout.h"

namespace bsg::kernels {
namespace {

using Limits = std::numeric_limits<float>;
constexpr float kUnwritten = -77;

class BatchedDraw : public EveryTarget {};
BSG_ON_EVERY_TARGET(BatchedDraw);

struct Problem {
  std::size_t m;
  std::vector<float> precision;
  std::vector<float> r;
  std::vector<float> z;
};

std::size_t place(std::size_t m, std::size_t i, std::size_t j) {
  return packed_size(m) - packed_size(m - i) + j - i;
}

/// P = 2I + xxᵀ, whose eigenvalues are 2 and 2 + |x|².
Problem random_problem(std::size_t m, std::uint32_t seed) {
  Problem problem{m, std::vector<float>(packed_size(m)), std::vector<float>(m),
                  std::vector<float>(m)};
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 1);
  std::vector<float> x(m);
  for (float& value : x) value = normal(random);
  for (std::size_t i = 0; i < m; ++i) {
    problem.r[i] = normal(random);
    problem.z[i] = normal(random);
    for (std::size_t j = i; j < m; ++j) {
      problem.precision[place(m, i, j)] = x[i] * x[j] + (i == j ? 2.0F : 0.0F);
    }
  }
  return problem;
}

struct Draw {
  std::vector<float> value;
  bool solved;

  friend bool operator==(const Draw&, const Draw&) = default;
};

std::vector<Draw> draw(const std::vector<Problem>& problems) {
  const std::size_t m = problems.front().m;
  std::vector<Draw> draws;
  for (const Problem& problem : problems) draws.push_back({problem.z, false});
  std::vector<float> variance(m, kUnwritten);
  std::vector<System> systems;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    systems.push_back({problems[k].precision.data(), problems[k].r.data(), draws[k].value.data(),
                       variance.data(), false});
  }
  AlignedBuffer workspace(solve_workspace_size(m), Limits::quiet_NaN());
  draw_batch(m, systems, workspace.data());
  for (std::size_t k = 0; k < problems.size(); ++k) draws[k].solved = systems[k].solved;
  EXPECT_EQ(variance, std::vector<float>(m, kUnwritten));
  return draws;
}

std::vector<Problem> random_batch(std::size_t m, std::uint32_t seed) {
  std::vector<Problem> batch;
  for (std::uint32_t lane = 0; lane < solve_lanes(); ++lane) {
    batch.push_back(random_problem(m, seed + lane));
  }
  return batch;
}

TEST_P(BatchedDraw, AgreesWithReference) {
  for (const std::size_t m : kAwkwardLengths) {
    const std::vector<Problem> batch = random_batch(m, 20);
    const std::vector<Draw> draws = draw(batch);
    for (std::size_t k = 0; k < batch.size(); ++k) {
      std::vector<double> expected(m);
      ASSERT_TRUE(reference::draw(m, batch[k].precision.data(), batch[k].r.data(),
                                  batch[k].z.data(), expected.data()));
      ASSERT_TRUE(draws[k].solved);
      double error = 0, r = 0, z = 0, length = 0;
      for (std::size_t i = 0; i < m; ++i) {
        error += std::pow(double{draws[k].value[i]} - expected[i], 2);
        r += std::pow(double{batch[k].r[i]}, 2);
        z += std::pow(double{batch[k].z[i]}, 2);
        length += double{batch[k].precision[place(m, i, i)]} - 2;
      }
      // ‖P⁻¹‖ ≤ 1/2, ‖L⁻¹‖ ≤ 1/√2, and the condition of P is 1 + |x|²/2.
      const double norm = std::sqrt(r) / 2 + std::sqrt(z / 2);
      const double relative = static_cast<double>(m + 4) * Limits::epsilon() * (1 + length / 2);
      EXPECT_LE(std::sqrt(error), relative * norm) << "m " << m;
    }
  }
}

/// U with 1 on and −1 beside the diagonal has a U⁻¹ of ones, so that P⁻¹r + U⁻¹z is exact: sums.
TEST_P(BatchedDraw, IsExactForSmallIntegers) {
  for (const std::size_t m : kAwkwardLengths) {
    Problem problem{m, std::vector<float>(packed_size(m)), std::vector<float>(m),
                    std::vector<float>(m)};
    for (std::size_t i = 0; i < m; ++i) {
      problem.precision[place(m, i, i)] = i == 0 ? 1 : 2;
      if (i + 1 < m) problem.precision[place(m, i, i + 1)] = -1;
      problem.r[i] = static_cast<float>(i % 3) - 1;
      problem.z[i] = static_cast<float>(i % 5) - 2;
    }
    const Draw one = draw({problem}).front();
    ASSERT_TRUE(one.solved);
    for (std::size_t i = 0; i < m; ++i) {
      double expected = 0;
      for (std::size_t j = 0; j < m; ++j) {
        expected += static_cast<double>(m - std::max(i, j)) * double{problem.r[j]};
        if (j >= i) expected += double{problem.z[j]};
      }
      EXPECT_EQ(one.value[i], expected);
    }
  }
}

TEST_P(BatchedDraw, DoesNotDependOnLaneOrBatch) {
  for (const std::size_t m : {std::size_t{1}, std::size_t{6}, std::size_t{33}}) {
    const Problem problem = random_problem(m, 30);
    const Draw alone = draw({problem}).front();
    for (std::size_t size = 1; size <= solve_lanes(); ++size) {
      for (std::size_t lane = 0; lane < size; ++lane) {
        std::vector<Problem> batch = random_batch(m, 31);
        batch.resize(size);
        batch[lane] = problem;
        ASSERT_EQ(draw(batch)[lane], alone) << "m " << m << " lane " << lane << " of " << size;
      }
    }
  }
}

TEST_P(BatchedDraw, LeavesWhatCannotBeSolvedAndDrawsTheRest) {
  const std::size_t m = 7;
  const std::vector<Problem> good = random_batch(m, 40);
  const std::vector<Draw> expected = draw(good);
  for (const float value : {-1.0F, Limits::quiet_NaN(), Limits::infinity()}) {
    for (std::size_t lane = 0; lane < good.size(); ++lane) {
      std::vector<Problem> batch = good;
      batch[lane].precision[place(m, 3, 3)] = value;
      std::vector<Draw> draws = draw(batch);
      EXPECT_EQ(draws[lane], (Draw{batch[lane].z, false})) << value;
      draws[lane] = expected[lane];
      EXPECT_EQ(draws, expected);
    }
  }
}

}  // namespace
}  // namespace bsg::kernels
