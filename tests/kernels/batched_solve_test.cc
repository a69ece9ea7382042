#include "kernels/batched_solve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "kernels/aligned_buffer.h"
#include "kernels/every_target.h"
#include "kernels/reference.h"
#include "kernels/row_layout.h"

namespace bsg::kernels {
namespace {

using Limits = std::numeric_limits<float>;
constexpr float kUnwritten = -77;

class BatchedSolve : public EveryTarget {};
BSG_ON_EVERY_TARGET(BatchedSolve);

struct Problem {
  std::size_t m;
  std::vector<float> precision;
  std::vector<float> r;

  float& at(std::size_t i, std::size_t j) {
    return precision[packed_size(m) - packed_size(m - i) + j - i];
  }
};

struct Solution {
  std::vector<float> mean;
  std::vector<float> variance;
  bool solved;

  friend bool operator==(const Solution&, const Solution&) = default;
};

/// P = I + Σ of five random products, so that every eigenvalue is at least 1.
Problem random_problem(std::size_t m, std::uint32_t seed) {
  Problem problem{m, std::vector<float>(packed_size(m)), std::vector<float>(m)};
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 1);
  for (std::size_t i = 0; i < m; ++i) problem.at(i, i) = 1;
  for (int k = 0; k < 5; ++k) {
    std::vector<float> x(m);
    for (float& value : x) value = normal(random);
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = i; j < m; ++j) problem.at(i, j) += x[i] * x[j];
    }
  }
  for (float& value : problem.r) value = normal(random);
  return problem;
}

std::vector<Solution> solve(const std::vector<Problem>& problems, const float* axes = nullptr) {
  const std::size_t m = problems.front().m;
  std::vector<Solution> solutions(problems.size());
  std::vector<System> systems;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    solutions[k].mean.assign(m, kUnwritten);
    solutions[k].variance.assign(m, kUnwritten);
    systems.push_back({problems[k].precision.data(), problems[k].r.data(), solutions[k].mean.data(),
                       solutions[k].variance.data(), false});
  }
  AlignedBuffer workspace(solve_workspace_size(m), Limits::quiet_NaN());
  solve_batch(m, systems, workspace.data(), axes);
  for (std::size_t k = 0; k < problems.size(); ++k) solutions[k].solved = systems[k].solved;
  return solutions;
}

std::vector<Problem> random_batch(std::size_t m, std::uint32_t seed) {
  std::vector<Problem> batch;
  for (std::uint32_t lane = 0; lane < solve_lanes(); ++lane) {
    batch.push_back(random_problem(m, seed + lane));
  }
  return batch;
}

double largest_row_sum(Problem problem) {
  double largest = 0;
  for (std::size_t i = 0; i < problem.m; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < problem.m; ++j) {
      sum += std::abs(problem.at(std::min(i, j), std::max(i, j)));
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

void expect_near(const std::vector<float>& actual, const std::vector<double>& expected,
                 double relative) {
  double error = 0;
  double norm = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    error += std::pow(actual[i] - expected[i], 2);
    norm += std::pow(expected[i], 2);
  }
  EXPECT_LE(std::sqrt(error), relative * std::sqrt(norm)) << "m " << actual.size();
}

/// Rows near those of the identity, so that the condition stays small.
std::vector<float> random_axes(std::size_t m) {
  std::mt19937 random(5);
  std::normal_distribution<float> normal(0, 0.5F / std::sqrt(static_cast<float>(m)));
  std::vector<float> axes(m * m);
  for (float& value : axes) value = normal(random);
  for (std::size_t i = 0; i < m; ++i) axes[i * m + i] += 1;
  return axes;
}

TEST_P(BatchedSolve, GivesMeansAndVariancesInOtherAxes) {
  for (const std::size_t m : kAwkwardLengths) {
    const std::vector<Problem> batch = random_batch(m, 40);
    const std::vector<float> axes = random_axes(m);
    const std::vector<Solution> solutions = solve(batch, axes.data());
    for (std::size_t k = 0; k < batch.size(); ++k) {
      std::vector<double> mean(m);
      std::vector<double> variance(m);
      ASSERT_TRUE(reference::solve(m, batch[k].precision.data(), batch[k].r.data(), mean.data(),
                                   variance.data(), axes.data()));
      ASSERT_TRUE(solutions[k].solved);
      const double relative =
          4 * static_cast<double>(m + 4) * Limits::epsilon() * largest_row_sum(batch[k]);
      expect_near(solutions[k].mean, mean, relative);
      expect_near(solutions[k].variance, variance, relative);
    }
  }
}

TEST_P(BatchedSolve, AxesOfTheIdentityChangeNothing) {
  const std::size_t m = 13;
  const std::vector<Problem> batch = random_batch(m, 41);
  std::vector<float> identity(m * m);
  for (std::size_t i = 0; i < m; ++i) identity[i * m + i] = 1;
  EXPECT_EQ(solve(batch, identity.data()), solve(batch));
}

TEST_P(BatchedSolve, AgreesWithReference) {
  for (const std::size_t m : kAwkwardLengths) {
    const std::vector<Problem> batch = random_batch(m, 20);
    const std::vector<Solution> solutions = solve(batch);
    for (std::size_t k = 0; k < batch.size(); ++k) {
      std::vector<double> mean(m);
      std::vector<double> variance(m);
      ASSERT_TRUE(reference::solve(m, batch[k].precision.data(), batch[k].r.data(), mean.data(),
                                   variance.data()));
      ASSERT_TRUE(solutions[k].solved);
      // ‖P⁻¹‖ ≤ 1, so that the largest row sum bounds P's condition.
      const double relative =
          static_cast<double>(m + 4) * Limits::epsilon() * largest_row_sum(batch[k]);
      expect_near(solutions[k].mean, mean, relative);
      expect_near(solutions[k].variance, variance, relative);
    }
  }
}

/// U with 1 on and −1 beside the diagonal: (UᵀU)⁻¹_ij = m − max(i, j), and all of it is exact.
TEST_P(BatchedSolve, IsExactForSmallIntegers) {
  for (const std::size_t m : kAwkwardLengths) {
    Problem problem{m, std::vector<float>(packed_size(m)), std::vector<float>(m)};
    for (std::size_t i = 0; i < m; ++i) {
      problem.at(i, i) = i == 0 ? 1 : 2;
      if (i + 1 < m) problem.at(i, i + 1) = -1;
      problem.r[i] = static_cast<float>(i % 3) - 1;
    }
    const Solution solution = solve({problem}).front();
    ASSERT_TRUE(solution.solved);
    for (std::size_t i = 0; i < m; ++i) {
      double mean = 0;
      for (std::size_t j = 0; j < m; ++j) {
        mean += static_cast<double>(m - std::max(i, j)) * double{problem.r[j]};
      }
      EXPECT_EQ(solution.mean[i], mean);
      EXPECT_EQ(solution.variance[i], static_cast<double>(m - i));
    }
  }
}

TEST_P(BatchedSolve, DoesNotDependOnLaneOrBatch) {
  for (const std::size_t m : kAwkwardLengths) {
    const Problem problem = random_problem(m, 30);
    const Solution alone = solve({problem}).front();
    ASSERT_TRUE(alone.solved);
    for (std::size_t size = 1; size <= solve_lanes(); ++size) {
      for (std::size_t lane = 0; lane < size; ++lane) {
        std::vector<Problem> batch = random_batch(m, 31);
        batch.resize(size);
        batch[lane] = problem;
        ASSERT_EQ(solve(batch)[lane], alone) << "m " << m << " lane " << lane << " of " << size;
      }
    }
  }
}

TEST_P(BatchedSolve, ReportsWhatCannotBeSolvedAndSolvesTheRest) {
  for (const std::size_t m : {std::size_t{1}, std::size_t{7}, std::size_t{40}, std::size_t{129}}) {
    const std::vector<Problem> good = random_batch(m, 40);
    const std::vector<Solution> expected = solve(good);
    for (const std::size_t place : {std::size_t{0}, m / 2, m - 1}) {
      for (const float value : {-1.0F, 0.0F, Limits::quiet_NaN(), Limits::infinity()}) {
        for (std::size_t lane = 0; lane < good.size(); ++lane) {
          std::vector<Problem> batch = good;
          batch[lane].at(place, place) = value;
          std::vector<Solution> solutions = solve(batch);
          const Solution unsolved{std::vector<float>(m, kUnwritten),
                                  std::vector<float>(m, kUnwritten), false};
          EXPECT_EQ(solutions[lane], unsolved) << m << ' ' << place << ' ' << value;
          solutions[lane] = expected[lane];
          EXPECT_EQ(solutions, expected);
        }
      }
    }
  }
}

TEST_P(BatchedSolve, ReportsARightHandSideThatIsNotFinite) {
  for (const float value : {Limits::quiet_NaN(), Limits::infinity()}) {
    Problem problem = random_problem(17, 50);
    problem.r[9] = value;
    EXPECT_FALSE(solve({problem}).front().solved);
  }
}

}  // namespace
}  // namespace bsg::kernels
