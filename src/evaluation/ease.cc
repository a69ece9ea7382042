#include "evaluation/ease.h"

#include <tbb/parallel_for.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <memory>
#include <utility>

#include "bsg/error.h"

namespace bsg::evaluation {
namespace {

using Matrix = Eigen::MatrixXd;
using Index = Eigen::Index;

/// Columns of an inverse that are computed together.
constexpr Index kColumns = 64;

/// G + λI.
Matrix gram_matrix(const CoOccurrences& together, double penalty) {
  const auto items = static_cast<Index>(together.items());
  Matrix gram = Matrix::Zero(items, items);
  for (Index item = 0; item < items; ++item) {
    const auto id = static_cast<WordId>(item);
    gram(item, item) = together.counts()[id] + penalty;
    for (const auto& [partner, count] : together.partners(id)) {
      gram(static_cast<Index>(partner), item) = count;
    }
  }
  return gram;
}

/// The inverse of L Lᵀ. Its lower part column by column: with e_j as the right side only rows from
/// j down take part in L y = e_j, and in Lᵀ x = y those of x are known without the rows above.
Matrix inverse_of_factor(const Matrix& factor) {
  const Index size = factor.rows();
  Matrix inverse(size, size);
  const Index blocks = (size + kColumns - 1) / kColumns;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index first = block * kColumns, rows = size - first, columns = std::min(kColumns, rows);
    const auto lower = factor.bottomRightCorner(rows, rows);
    Matrix x = Matrix::Identity(rows, columns);
    lower.triangularView<Eigen::Lower>().solveInPlace(x);
    lower.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
    inverse.block(first, first, rows, columns) = x;
  });
  inverse.triangularView<Eigen::StrictlyUpper>() = inverse.transpose();
  return inverse;
}

Matrix inverse_of(Matrix symmetric) {
  const Eigen::LLT<Eigen::Ref<Matrix>> factor(symmetric);  // in place
  if (factor.info() != Eigen::Success) {
    throw NumericalError("EASE: the matrix of items could not be inverted; give a larger penalty");
  }
  return inverse_of_factor(symmetric);
}

}  // namespace

double ease_bytes_needed(std::size_t items) {
  return 2 * static_cast<double>(items) * static_cast<double>(items) *
         static_cast<double>(sizeof(double));
}

ItemScorer ease_scorer(const CoOccurrences& together, double penalty) {
  const auto inverse = std::make_shared<const Matrix>(inverse_of(gram_matrix(together, penalty)));
  return [inverse](std::span<const std::vector<WordId>> baskets, std::span<double> scores) {
    const Index items = inverse->rows();
    tbb::parallel_for(std::size_t{0}, baskets.size(), [&](std::size_t b) {
      Eigen::Map<Eigen::VectorXd> mine(scores.data() + b * static_cast<std::size_t>(items), items);
      mine.setZero();
      for (const WordId known : baskets[b]) mine -= inverse->col(static_cast<Index>(known));
      mine.array() /= inverse->diagonal().array();
    });
  };
}

}  // namespace bsg::evaluation
