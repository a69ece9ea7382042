#include "gibbs/alignment.h"

#include <tbb/parallel_for.h>

#include <Eigen/SVD>

#include "inference/sum_of_products.h"

namespace bsg::gibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using inference::Densities;

void turn(Densities& side, const MatrixXd& Q) {
  const auto m = static_cast<Index>(side.dimension());
  tbb::parallel_for(std::size_t{0}, side.size(), [&](std::size_t word) {
    Eigen::Map<Eigen::VectorXf> mean(side.mean(static_cast<std::uint32_t>(word)), m);
    const Eigen::VectorXd before = mean.cast<double>();
    for (Index i = 0; i < m; ++i) {
      double sum = 0;
      for (Index j = 0; j < m; ++j) sum += Q(i, j) * before[j];
      mean[i] = static_cast<float>(sum);
    }
  });
}

}  // namespace

void align(Densities& u, Densities& v, const Densities& u_reference, const Densities& v_reference) {
  // Q = WVᵀ maximises tr(Q Σ x x̄ᵀ), where Σ x̄ xᵀ = W D Vᵀ.
  const MatrixXd products = sum_of_products(u_reference, u) + sum_of_products(v_reference, v);
  const Eigen::JacobiSVD<MatrixXd> svd(products, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const MatrixXd Q = svd.matrixU() * svd.matrixV().transpose();
  turn(u, Q);
  turn(v, Q);
}

}  // namespace bsg::gibbs
