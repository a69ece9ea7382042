#pragma once

#include <cstddef>

/// One query against many rows: what nearest-neighbour search is made of. Rows are m floats each,
/// contiguous, of any alignment (they may lie in a mapped model file).

namespace bsg::kernels {

/// products[k] = queryᵀ row_k.
void scan_products(const float* query, const float* rows, std::size_t count, std::size_t m,
                   float* products);

/// Mean and variance of y_k = qᵀd_k, q and d_k independent with diagonal covariances, (16) as (10)
/// has it:
///   means[k] = μ_qᵀμ_k,   variances[k] = Σ (σ²_q σ²_k + μ²_q σ²_k + μ²_k σ²_q)
void scan_moments(const float* query_mean, const float* query_variance, const float* row_means,
                  const float* row_variances, std::size_t count, std::size_t m, float* means,
                  float* variances);

/// similarities[k] = −KL(q‖d_k) − KL(d_k‖q) of diagonal Gaussians (18). The log determinants
/// cancel:
///   −½ Σ [ σ²_q/σ²_k + σ²_k/σ²_q + (μ_q − μ_k)² (1/σ²_q + 1/σ²_k) − 2 ]
void scan_symmetric_kl(const float* query_mean, const float* query_variance, const float* row_means,
                       const float* row_variances, std::size_t count, std::size_t m,
                       float* similarities);

}  // namespace bsg::kernels
