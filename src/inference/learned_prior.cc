#include "inference/learned_prior.h"

#include <tbb/parallel_for.h>

#include <cstddef>
#include <numeric>
#include <vector>

namespace bsg::inference {
namespace {

/// Σ (σ² + μ²) of one word.
double second_moment(kernels::DensityRows rows, std::size_t word, std::size_t m) {
  double sum = 0;
  for (std::size_t k = 0; k < m; ++k) {
    const double mean = rows.mean(word)[k];
    sum += double{rows.variance(word)[k]} + mean * mean;
  }
  return sum;
}

}  // namespace

double learned_prior_precision(const Densities& densities) {
  const std::size_t words = densities.size(), m = densities.dimension();
  std::vector<double> moments(words);
  tbb::parallel_for(std::size_t{0}, words, [&](std::size_t word) {
    moments[word] = second_moment(densities.rows(), word, m);
  });
  const double sum = std::accumulate(moments.begin(), moments.end(), 0.0);
  return static_cast<double>(words * m) / sum;
}

}  // namespace bsg::inference
