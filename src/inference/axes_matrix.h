#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

namespace bsg::inference {

/// Axes as a matrix, m × m, from its rows; the identity where there are none.
Eigen::MatrixXd axes_matrix(std::span<const float> rows, std::size_t m);

/// The same back.
std::vector<float> rows_of(const Eigen::MatrixXd& axes);

}  // namespace bsg::inference
