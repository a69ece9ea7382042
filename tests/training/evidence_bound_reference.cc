#include "training/evidence_bound_reference.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

namespace bsg::tests {
namespace {

using Density = FigureOne<double>::Density;

double log_sigmoid(double a) {
  return -std::log1p(std::exp(-a));
}

/// One term of the expectation of (8).
double pair_term(Sign sign, const Density& u, const Density& v, double xi) {
  const double d = static_cast<int>(sign);
  const double expected_square = tight_xi_squared(u, v);
  return (d * u.mean.dot(v.mean) - xi) / 2 - lambda(xi) * (expected_square - xi * xi) +
         log_sigmoid(xi);
}

double log_determinant(const Eigen::MatrixXd& matrix) {
  const Eigen::MatrixXd factor = matrix.llt().matrixL();
  return 2 * factor.diagonal().array().log().sum();
}

/// E log p + entropy: −KL(q ‖ prior).
double prior_and_entropy(const Density& q, double tau) {
  const auto m = static_cast<double>(q.mean.size());
  const double log_two_pi = std::log(2 * std::numbers::pi);
  const double energy = q.covariance.trace() + q.mean.squaredNorm();
  const double log_prior = (m * std::log(tau) - m * log_two_pi - tau * energy) / 2;
  const double entropy = (m + m * log_two_pi + log_determinant(q.covariance)) / 2;
  return log_prior + entropy;
}

}  // namespace

double tight_xi_squared(const Density& u, const Density& v) {
  const Eigen::MatrixXd of_u = u.covariance + u.mean * u.mean.transpose();
  const Eigen::MatrixXd of_v = v.covariance + v.mean * v.mean.transpose();
  return (of_u * of_v).trace();
}

double printed_xi_squared(const Density& u, const Density& v) {
  const Eigen::ArrayXd of_u = u.covariance.diagonal().array() + u.mean.array().square();
  const Eigen::ArrayXd of_v = v.covariance.diagonal().array() + v.mean.array().square();
  return (of_u * of_v).sum();
}

double evidence_bound(const FigureOne<double>& q, const FigureOneSettings& settings,
                      const std::vector<Tuple>& data, const XiSquared& xi_squared) {
  double bound = 0;
  for (const Tuple& tuple : data) {
    const Density& u = q.u()[tuple.target];
    const Density& v = q.v()[tuple.context];
    bound += pair_term(tuple.sign, u, v, std::sqrt(xi_squared(u, v)));
  }
  for (const Density& u : q.u()) bound += prior_and_entropy(u, settings.target_prior_precision);
  for (const Density& v : q.v()) bound += prior_and_entropy(v, settings.context_prior_precision);
  return bound;
}

}  // namespace bsg::tests
