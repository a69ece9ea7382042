#pragma once

#include <cstddef>

namespace bsg::kernels {

/// A mean of any length, with 1/length, and variances of its coordinates.
struct ScatteredRow {
  const float* mean;
  const float* variances;
  float inverse_length;
};

/// How much the scatter of each of two means adds to the variance of their cosine.
struct CosineScatter {
  float by_query;
  float by_row;
};

/// With p and q the means at unit length:
///   by_query = Σ (q_k − c p_k)² s_query,   by_row = Σ (p_k − c q_k)² s_row / length²
/// The query's mean and variances are those at unit length; c is the cosine.
CosineScatter cosine_scatter(const float* query, const float* query_variances, ScatteredRow row,
                             std::size_t m, float cosine);

}  // namespace bsg::kernels
