#include "comparing/noise_axes.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace bsg::comparing {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Of the identity in W, so that a direction without noise cannot outweigh all others.
constexpr double kFloor = 1e-3;

VectorXd vector(const std::vector<float>& values) {
  return Eigen::Map<const Eigen::VectorXf>(values.data(), static_cast<Eigen::Index>(values.size()))
      .cast<double>();
}

/// Parts of the same text are looked at in pairs.
void add_differences(const WordParts& parts, MatrixXd& sum) {
  for (std::size_t part = 0; part < kParts; part += 2) {
    const double trace = parts.traces[part] + parts.traces[part + 1];
    const VectorXd apart = vector(parts.means[part]) - vector(parts.means[part + 1]);
    sum.selfadjointView<Eigen::Lower>().rankUpdate(apart, 1 / trace);
  }
}

}  // namespace

NoiseAxes::NoiseAxes(std::span<const ComparedWord> words) {
  const auto m = static_cast<Eigen::Index>(words.front().a.mean.size());
  MatrixXd sum = MatrixXd::Zero(m, m);
  for (const ComparedWord& word : words) {
    for (const WordParts& text : word.parts) add_differences(text, sum);
  }
  const double trace = sum.trace();
  if (trace > 0) sum *= (1 - kFloor) * static_cast<double>(m) / trace;
  sum.diagonal().array() += trace > 0 ? kFloor : 1;
  const MatrixXd root = sum.selfadjointView<Eigen::Lower>().llt().matrixL();
  root_.assign(root.data(), root.data() + root.size());
}

WordParts NoiseAxes::bring(const WordParts& parts) const {
  WordParts result = parts;
  for (std::vector<float>& mean : result.means) {
    const auto m = static_cast<Eigen::Index>(mean.size());
    const Eigen::Map<const MatrixXd> root(root_.data(), m, m);
    const VectorXd brought = root.triangularView<Eigen::Lower>().solve(vector(mean));
    Eigen::Map<Eigen::VectorXf>(mean.data(), m) = brought.cast<float>();
  }
  return result;
}

}  // namespace bsg::comparing
