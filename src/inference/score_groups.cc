#include "inference/score_groups.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/row_layout.h"

namespace bsg::inference {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// More axes cut no better: groups are few, and each cut follows one axis.
constexpr std::size_t kAxes = 8;

MatrixXd second_moment(const WeightedMoments& moments, std::size_t m) {
  const std::size_t stride = kernels::row_stride(m);
  MatrixXd whole(m, m);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t k = row; k < m; ++k) {
      const double entry = moments.second[row * stride + k];
      whole(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(k)) = entry;
      whole(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(row)) = entry;
    }
  }
  return whole;
}

VectorXd first_moment(const WeightedMoments& moments, std::size_t m) {
  VectorXd first(m);
  for (std::size_t k = 0; k < m; ++k) first(static_cast<Eigen::Index>(k)) = moments.first[k];
  return first;
}

/// L with LLᵀ = U, also where rounding has made U slightly indefinite.
MatrixXd root_of(const MatrixXd& U) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(U);
  return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
}

/// Columns a, by the spread of aᵀv: with U = LLᵀ, a = L e for the leading eigenvectors e of the
/// covariance of Lᵀv.
MatrixXd score_axes(const WeightedMoments& targets, const WeightedMoments& contexts,
                    std::size_t m) {
  const MatrixXd root = root_of(second_moment(targets, m));
  const VectorXd mean = first_moment(contexts, m);
  const MatrixXd covariance = second_moment(contexts, m) - mean * mean.transpose();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(root.transpose() * covariance * root);
  return root * solver.eigenvectors().rightCols(static_cast<Eigen::Index>(std::min(kAxes, m)));
}

/// aᵀμ by word and axis.
MatrixXd coordinates_of(const Densities& v, const MatrixXd& axes) {
  const auto m = static_cast<Eigen::Index>(v.dimension());
  MatrixXd coordinates(axes.cols(), static_cast<Eigen::Index>(v.size()));
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, v.size()), [&](const auto& range) {
    for (std::size_t word = range.begin(); word < range.end(); ++word) {
      const Eigen::Map<const Eigen::VectorXf> mean(v.rows().mean(word), m);
      coordinates.col(static_cast<Eigen::Index>(word)).noalias() =
          axes.transpose() * mean.cast<double>();
    }
  });
  return coordinates;
}

/// Some contexts, and where they would be cut.
struct Group {
  std::vector<std::uint32_t> words;
  Eigen::Index axis = 0;
  double mean = 0;
  double spread = 0;  ///< Σ p̃ (aᵀμ − mean)² along the axis where it is largest
};

class Grouping {
 public:
  Grouping(MatrixXd coordinates, std::span<const float> shares)
      : coordinates_(std::move(coordinates)), shares_(shares) {
    std::vector<std::uint32_t> all(shares.size());
    std::iota(all.begin(), all.end(), 0U);
    groups_.push_back(measured(std::move(all)));
  }

  void cut_until(std::size_t groups) {
    while (groups_.size() < groups) {
      const auto widest = std::ranges::max_element(groups_, {}, &Group::spread);
      if (!(widest->spread > 0)) return;
      std::vector<std::uint32_t> above = take_above_mean(*widest);
      if (above.empty() || widest->words.empty()) {  // a spread of rounding errors alone
        if (widest->words.empty()) widest->words = std::move(above);
        widest->spread = 0;
        continue;
      }
      *widest = measured(std::move(widest->words));
      groups_.push_back(measured(std::move(above)));
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> labels() const {
    std::vector<std::uint32_t> labels(shares_.size());
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
      for (const std::uint32_t word : groups_[group].words) labels[word] = group;
    }
    return labels;
  }

 private:
  [[nodiscard]] Group measured(std::vector<std::uint32_t> words) const {
    VectorXd mean = VectorXd::Zero(coordinates_.rows());
    VectorXd spread = VectorXd::Zero(coordinates_.rows());
    double weight = 0;
    for (const std::uint32_t word : words) {
      weight += double{shares_[word]};
      mean += double{shares_[word]} * coordinates_.col(static_cast<Eigen::Index>(word));
    }
    if (weight > 0) mean /= weight;
    for (const std::uint32_t word : words) {
      spread += double{shares_[word]} *
                (coordinates_.col(static_cast<Eigen::Index>(word)) - mean).cwiseAbs2();
    }
    Group group{.words = std::move(words)};
    group.spread = spread.maxCoeff(&group.axis);
    group.mean = mean(group.axis);
    return group;
  }

  [[nodiscard]] std::vector<std::uint32_t> take_above_mean(Group& group) const {
    const auto above =
        std::stable_partition(group.words.begin(), group.words.end(), [&](std::uint32_t word) {
          return !(coordinates_(group.axis, static_cast<Eigen::Index>(word)) > group.mean);
        });
    std::vector<std::uint32_t> taken(above, group.words.end());
    group.words.erase(above, group.words.end());
    group.words.shrink_to_fit();
    return taken;
  }

  MatrixXd coordinates_;
  std::span<const float> shares_;
  std::vector<Group> groups_;
};

}  // namespace

std::vector<std::uint32_t> group_by_score(const Densities& v, std::span<const float> shares,
                                          const WeightedMoments& targets,
                                          const WeightedMoments& contexts, std::size_t groups) {
  if (groups == 1) return std::vector<std::uint32_t>(v.size(), 0);
  const MatrixXd axes = score_axes(targets, contexts, v.dimension());
  Grouping grouping(coordinates_of(v, axes), shares);
  grouping.cut_until(groups);
  return grouping.labels();
}

std::size_t group_by_score_bytes(std::size_t words, std::size_t dimension) {
  const std::size_t matrices = 8 * sizeof(double) * dimension * dimension;
  return matrices + (kAxes * sizeof(double) + 4 * sizeof(std::uint32_t)) * words;
}

}  // namespace bsg::inference
