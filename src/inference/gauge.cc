#include "inference/gauge.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "bsg/error.h"
#include "inference/axes_matrix.h"
#include "inference/solve_words.h"
#include "inference/sum_of_products.h"
#include "kernels/aligned_buffer.h"

namespace bsg::inference {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// What a direction counts as having at the least: a share of the strongest one's second moment,
/// and of the variances' mean.
constexpr double kSmallestShare = 1e-6;
constexpr double kShareOfVariance = 0.1;

/// Over all words and axes, added in order.
double mean_variance(const Densities& u) {
  const kernels::DensityRows rows = u.rows();
  double sum = 0;
  for (std::size_t word = 0; word < u.size(); ++word) {
    const std::span variances(rows.variance(word), u.dimension());
    for (const float variance : variances) sum += double{variance};
  }
  return sum / static_cast<double>(u.size() * u.dimension());
}

/// L with LLᵀ = C, weak directions raised as the header says.
struct Root {
  MatrixXd directions;
  VectorXd lengths;

  MatrixXd matrix() const { return directions * lengths.asDiagonal(); }
  MatrixXd inverse() const { return lengths.cwiseInverse().asDiagonal() * directions.transpose(); }
};

/// None if all means are zero: every axis is then as good as another.
std::optional<Root> root_of_moment(const Densities& side) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(sum_of_products(side, side) /
                                                       static_cast<double>(side.size()));
  const double strongest = solver.eigenvalues().maxCoeff();
  if (!(strongest > 0)) return std::nullopt;
  const double least = std::max(kSmallestShare * strongest, kShareOfVariance * mean_variance(side));
  return Root{solver.eigenvectors(), solver.eigenvalues().cwiseMax(least).cwiseSqrt()};
}

}  // namespace

std::span<const float> axes_of(const std::optional<Gauge>& gauge, Side side) {
  if (!gauge) return {};
  return side == Side::target ? gauge->targets : gauge->contexts;
}

std::vector<float> inverse_axes_of(const std::optional<Gauge>& gauge, Side side, std::size_t m) {
  const std::span<const float> other =
      axes_of(gauge, side == Side::target ? Side::context : Side::target);
  std::vector<float> inverse(other.size());
  for (std::size_t at = 0; at < other.size(); ++at) inverse[at % m * m + at / m] = other[at];
  return inverse;
}

double uneven_stretch(const Gauge& now, const std::optional<Gauge>& before, std::size_t m) {
  const MatrixXd turn =
      axes_matrix(now.targets, m) * axes_matrix(inverse_axes_of(before, Side::target, m), m);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(turn.transpose() * turn,
                                                       Eigen::EigenvaluesOnly);
  const VectorXd& squares = solver.eigenvalues();  // ascending
  return std::sqrt(squares[squares.size() - 1] / squares[0]);
}

Gauge make_gauge(const Densities& u, const Densities& v, double power) {
  const std::optional<Root> targets = root_of_moment(u);
  const std::optional<Root> contexts = root_of_moment(v);
  if (!targets || !contexts) {
    const auto m = static_cast<Eigen::Index>(u.dimension());
    const MatrixXd identity = MatrixXd::Identity(m, m);
    return {rows_of(identity), rows_of(identity)};
  }
  // L_uᵀ C_v L_u = Q D² Qᵀ, then A = D^((1 − power)/2) Qᵀ L_u⁻¹ up to its factor.
  const MatrixXd root = targets->matrix();
  const MatrixXd scores = contexts->matrix().transpose() * root;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(scores.transpose() * scores);
  const MatrixXd directions = solver.eigenvectors().rowwise().reverse();
  const VectorXd log_d = 0.5 * solver.eigenvalues().reverse().array().log();
  const VectorXd stretch = (0.5 * (log_d.array() - power * (log_d.array() - log_d.mean()))).exp();
  return {rows_of(stretch.asDiagonal() * directions.transpose() * targets->inverse()),
          rows_of(stretch.cwiseInverse().asDiagonal() * directions.transpose() * root.transpose())};
}

void change_axes(std::span<const float> axes, LearnedSide& side, const WordSelection& words,
                 const std::stop_token& stop) {
  const std::size_t m = side.densities.dimension();
  const std::size_t lanes = kernels::solve_lanes();
  const float* const matrix = axes.empty() ? nullptr : axes.data();
  tbb::enumerable_thread_specific<kernels::AlignedBuffer> workspaces(
      kernels::solve_workspace_size(m));
  tbb::parallel_for(std::size_t{0}, (words.size() + lanes - 1) / lanes, [&](std::size_t batch) {
    if (stop.stop_requested()) return;
    std::vector<std::uint32_t> ids;
    std::vector<kernels::System> systems;
    const std::size_t last = std::min((batch + 1) * lanes, words.size());
    for (std::size_t place = batch * lanes; place < last; ++place) {
      const std::uint32_t word = words[place];
      ids.push_back(word);
      systems.push_back({side.natural.precision(word), side.natural.r(word),
                         side.densities.mean(word), side.densities.variance(word), false});
    }
    solve_words(m, ids, systems, workspaces.local().data(), matrix);
  });
  if (stop.stop_requested()) throw Interrupted("interrupted while changing the axes");
}

std::vector<float> rows_in_axes(std::span<const float> axes, std::vector<float> rows,
                                std::size_t m) {
  if (axes.empty()) return rows;
  tbb::parallel_for(std::size_t{0}, rows.size() / m, [&](std::size_t row) {
    const std::vector<float> x(&rows[row * m], &rows[row * m] + m);
    for (std::size_t i = 0; i < m; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < m; ++j) sum += double{axes[i * m + j]} * double{x[j]};
      rows[row * m + i] = static_cast<float>(sum);
    }
  });
  return rows;
}

std::uint64_t gauge_bytes(std::size_t dimension, std::uint32_t threads) {
  constexpr std::size_t kSolverMatrices =
      12;  // eigenvectors, products, and what Eigen makes of them
  const std::size_t matrices = kProductParts + kSolverMatrices;
  const std::size_t doubles =
      matrices * dimension * dimension + 2 * kProductBlock * dimension * threads;
  return sizeof(double) * doubles +
         sizeof(float) * kernels::solve_workspace_size(dimension) * threads;
}

}  // namespace bsg::inference
