#include "comparing/noise_axes.h"

#include <tbb/parallel_for.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <array>

namespace bsg::comparing {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Differences within a word's texts that W is made of.
constexpr std::size_t kDifferences = 2 * kParts / 2;

/// What the identity has of W, so that a direction without noise cannot outweigh all others: with n
/// differences m / (m + 4n).
double share_of_identity(Eigen::Index m, std::size_t differences) {
  return static_cast<double>(m) /
         static_cast<double>(m + 4 * static_cast<Eigen::Index>(differences));
}

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

NoiseAxes::NoiseAxes(std::span<const ComparedWord> words, std::size_t first) {
  const auto m = static_cast<Eigen::Index>(words.front().a.mean.size());
  MatrixXd sum = MatrixXd::Zero(m, m);
  std::size_t differences = 0;
  for (std::size_t place = first; place < words.size(); place += 2) {
    for (const WordParts& text : words[place].parts) add_differences(text, sum);
    differences += kDifferences;
  }
  const double trace = sum.trace();
  const double floor = trace > 0 ? share_of_identity(m, differences) : 1;
  if (trace > 0) sum *= (1 - floor) * static_cast<double>(m) / trace;
  sum.diagonal().array() += floor;
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

std::vector<PartProducts> multiply_in_noise_axes(std::span<const ComparedWord> words) {
  const std::array<NoiseAxes, 2> of_others{NoiseAxes(words, 1), NoiseAxes(words, 0)};
  std::vector<PartProducts> products(words.size());
  tbb::parallel_for(std::size_t{0}, words.size(), [&](std::size_t place) {
    const NoiseAxes& axes = of_others[place % 2];
    const auto& [a, b] = words[place].parts;
    products[place] = multiply_parts(axes.bring(a), axes.bring(b));
  });
  return products;
}

}  // namespace bsg::comparing
