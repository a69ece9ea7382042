#include "inference/sum_of_products.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

namespace bsg::inference {
namespace {

using Eigen::MatrixXd;

using Means =
    Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>,
               Eigen::Aligned64, Eigen::OuterStride<>>;

MatrixXd means_of(const Densities& side, std::size_t first, std::size_t last) {
  const kernels::DensityRows rows = side.rows();
  const Means means(rows.mean(first), static_cast<Eigen::Index>(last - first),
                    static_cast<Eigen::Index>(side.dimension()),
                    Eigen::OuterStride<>(static_cast<Eigen::Index>(2 * rows.stride)));
  return means.cast<double>();
}

}  // namespace

/// Parts depend on the number of words alone, and are added in order. Eigen cuts longer sums than
/// those of a block by the size of the machine's caches, and their last bits would follow it.
MatrixXd sum_of_products(const Densities& a, const Densities& b) {
  const std::size_t words = a.size();
  const auto m = static_cast<Eigen::Index>(a.dimension());
  const std::size_t part = std::max(kProductBlock, (words + kProductParts - 1) / kProductParts);
  std::vector<MatrixXd> sums((words + part - 1) / part);
  tbb::parallel_for(std::size_t{0}, sums.size(), [&](std::size_t p) {
    sums[p] = MatrixXd::Zero(m, m);
    const std::size_t end = std::min((p + 1) * part, words);
    for (std::size_t first = p * part; first < end; first += kProductBlock) {
      const std::size_t last = std::min(first + kProductBlock, end);
      sums[p].noalias() += means_of(a, first, last).transpose() * means_of(b, first, last);
    }
  });
  MatrixXd total = MatrixXd::Zero(m, m);
  for (const MatrixXd& sum : sums) total += sum;
  return total;
}

}  // namespace bsg::inference
