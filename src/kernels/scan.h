#pragma once

#include <cstddef>

/// Queries against many rows: what nearest-neighbour search is made of. Matrices are row-major, of
/// any alignment (they may lie in a mapped model file). A result does not depend on the other
/// queries and rows of its call.

namespace bsg::kernels {

struct ScanShape {
  std::size_t queries;
  std::size_t rows;
  std::size_t m;  ///< floats of a query, and of a row
};

/// Diagonal Gaussians; both matrices are of one shape.
struct DensityMatrix {
  const float* means;
  const float* variances;
};

/// products[q · shape.rows + k] = query_qᵀ row_k.
void scan_products(const float* queries, const float* rows, ScanShape shape, float* products);

/// Mean and variance of y = qᵀd_k, q and d_k independent with diagonal covariances, (16) as (10)
/// has it, each of shape queries × rows:
///   mean μ_qᵀμ_k,   variance Σ (σ²_q σ²_k + μ²_q σ²_k + μ²_k σ²_q)
void scan_moments(DensityMatrix queries, DensityMatrix rows, ScanShape shape, float* means,
                  float* variances);

/// means[k] becomes the argument of σ in (17): means[k] / sqrt(1 + π/8 variances[k]).
void moderate(float* means, const float* variances, std::size_t size);

/// similarities[q · shape.rows + k] = −KL(q‖d_k) − KL(d_k‖q) of diagonal Gaussians (18). The log
/// determinants cancel:
///   −½ Σ [ σ²_q/σ²_k + σ²_k/σ²_q + (μ_q − μ_k)² (1/σ²_q + 1/σ²_k) − 2 ]
/// query_precisions: 1/σ²_q, finite.
void scan_symmetric_kl(DensityMatrix queries, const float* query_precisions, DensityMatrix rows,
                       ScanShape shape, float* similarities);

}  // namespace bsg::kernels
