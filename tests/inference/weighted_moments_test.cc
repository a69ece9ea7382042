#include "inference/weighted_moments.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <Eigen/Core>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd vector_at(const float* values, Eigen::Index size) {
  return Eigen::Map<const Eigen::VectorXf>(values, size).cast<double>();
}

std::vector<std::uint32_t> first_ids(std::size_t count) {
  std::vector<std::uint32_t> ids(count);
  std::iota(ids.begin(), ids.end(), 0U);
  return ids;
}

TEST(WeightedMoments, AreTheSumsOverAllWords) {
  for (const std::size_t words : {1U, 63U, 65U, 2500U}) {
    for (const std::size_t dimension : {1U, 17U, 40U}) {
      Densities densities(words, dimension);
      initialise(densities, Side::context, 9);
      std::vector<float> weights, pulls;
      std::mt19937 random(4);
      for (std::size_t z = 0; z < words; ++z) {
        weights.push_back(static_cast<float>(random() % 1000) / 1000);
        pulls.push_back(static_cast<float>(random() % 1000) / 500);
      }
      WeightedMoments moments(dimension);
      sum_moments(densities, first_ids(words), weights, pulls, moments);
      const auto m = static_cast<Eigen::Index>(dimension);
      MatrixXd second = MatrixXd::Zero(m, m);
      VectorXd first = VectorXd::Zero(m);
      for (std::size_t z = 0; z < words; ++z) {
        const VectorXd mean = vector_at(densities.rows().mean(z), m);
        second += double{weights[z]} * mean * mean.transpose();
        second.diagonal() += double{weights[z]} * vector_at(densities.rows().variance(z), m);
        first += double{pulls[z]} * mean;
      }
      const double scale = second.diagonal().maxCoeff() * 1e-6;
      for (Eigen::Index a = 0; a < m; ++a) {
        EXPECT_NEAR(moments.first[static_cast<std::size_t>(a)], first(a), 2 * scale + 1e-7);
        for (Eigen::Index b = a; b < m; ++b) {
          const auto place = static_cast<std::size_t>(a) * kernels::row_stride(dimension) +
                             static_cast<std::size_t>(b);
          EXPECT_NEAR(moments.second[place], second(a, b), scale + 1e-7);
        }
      }
    }
  }
}

TEST(WeightedMoments, DoNotDependOnThreads) {
  constexpr std::size_t kWords = 5000;
  Densities densities(kWords, 23);
  initialise(densities, Side::target, 8);
  const std::vector<float> ones(kWords, 1.0F);
  WeightedMoments many(23), single(23);
  sum_moments(densities, first_ids(kWords), ones, ones, many);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  sum_moments(densities, first_ids(kWords), ones, ones, single);
  EXPECT_EQ(many.second, single.second);
  EXPECT_EQ(many.first, single.first);
}

/// Groups of words are summed by their ids.
TEST(WeightedMoments, OfSomeWordsAreThoseOfAllWithNoWeightOnTheOthers) {
  constexpr std::size_t kWords = 300;
  Densities densities(kWords, 9);
  initialise(densities, Side::target, 8);
  std::vector<std::uint32_t> some;
  std::vector<float> weights(kWords), ones;
  for (std::uint32_t id = 1; id < kWords; id += 3) {
    some.push_back(id);
    ones.push_back(1);
    weights[id] = 1;
  }
  WeightedMoments of_all(9), of_some(9);
  sum_moments(densities, first_ids(kWords), weights, weights, of_all);
  sum_moments(densities, some, ones, ones, of_some);
  for (std::size_t k = 0; k < of_all.second.size(); ++k) {
    EXPECT_NEAR(of_some.second[k], of_all.second[k], 1e-4);
  }
  for (std::size_t k = 0; k < of_all.first.size(); ++k) {
    EXPECT_NEAR(of_some.first[k], of_all.first[k], 1e-4);
  }
  EXPECT_GT(of_some.second[0], 0);
}

}  // namespace
}  // namespace bsg::inference
