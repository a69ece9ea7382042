#include "inference/axes_matrix.h"

namespace bsg::inference {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

Eigen::MatrixXd axes_matrix(std::span<const float> rows, std::size_t m) {
  const auto size = static_cast<Eigen::Index>(m);
  if (rows.empty()) return Eigen::MatrixXd::Identity(size, size);
  return Eigen::Map<const RowMajor>(rows.data(), size, size).cast<double>();
}

std::vector<float> rows_of(const Eigen::MatrixXd& axes) {
  const RowMajor rows = axes.cast<float>();
  return {rows.data(), rows.data() + rows.size()};
}

}  // namespace bsg::inference
