#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/feature_matrix.h"

namespace bsg::inference {

/// Rows of floats, `stride` apart.
struct FloatRows {
  const float* first;
  std::size_t stride;

  const float* operator[](std::size_t row) const { return first + row * stride; }
};

/// w = (AᵀTA + kI)⁻¹ AᵀT Y for many columns of Y at once, with T = diag(t): the posterior mean of w
/// where the rows of Y are N(a_iᵀw, (t_i τ)⁻¹I) and w_g ~ N(0, τ_w⁻¹I), with k = τ_w / τ. Conjugate
/// gradients, preconditioned by the diagonal. The same on any number of threads. The matrix must
/// outlive this.
class RidgeRegression {
 public:
  /// With t = 1. REQUIRES: ridge > 0.
  RidgeRegression(const features::FeatureMatrix& a, double ridge);

  /// From now on with these t, one for each word.
  void weigh(std::vector<float> weights);

  /// Brings w (features × columns, row-major) nearer to the solution by so many steps.
  void improve(std::vector<float>& w, FloatRows y, std::size_t columns, int steps) const;

  /// A w: words × columns.
  [[nodiscard]] std::vector<float> fitted(std::span<const float> w, std::size_t columns) const;

  /// tr A(AᵀTA + kI)⁻¹AᵀT, of how many words' worth of freedom the fit makes use: the mean over
  /// random vectors z of zᵀA(AᵀTA + kI)⁻¹AᵀTz, always the same ones.
  [[nodiscard]] double degrees_of_freedom() const;

  /// 1 / (Σ_i t_i a_ig² + k) for each feature: what is left of its variance, in units of τ⁻¹, if
  /// every other feature were known.
  [[nodiscard]] std::vector<float> variances() const;

  /// Bytes that improve() takes beyond its arguments.
  static std::uint64_t bytes(std::size_t words, std::size_t features, std::size_t columns);

 private:
  const features::FeatureMatrix& a_;
  double ridge_;
  std::vector<float> weights_;           ///< t
  std::vector<float> inverse_diagonal_;  ///< 1 / (Σ_i t_i a_ig² + k)
};

}  // namespace bsg::inference
