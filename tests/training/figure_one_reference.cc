#include "training/figure_one_reference.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace bsg::tests {
namespace {

/// E[xxᵀ], below (14).
template <typename Density>
auto second_moment(const Density& q) {
  return (q.covariance + q.mean * q.mean.transpose()).eval();
}

template <typename Scalar>
std::vector<typename FigureOne<Scalar>::Density> start(const std::vector<Eigen::VectorXd>& means) {
  using Matrix = typename FigureOne<Scalar>::Matrix;
  using Vector = typename FigureOne<Scalar>::Vector;
  std::vector<typename FigureOne<Scalar>::Density> densities;
  for (const Eigen::VectorXd& mean : means) {
    const Eigen::Index m = mean.size();
    densities.push_back({mean.template cast<Scalar>(), Matrix::Identity(m, m),
                         Matrix::Identity(m, m), Vector::Zero(m)});
  }
  return densities;
}

}  // namespace

double lambda(double xi) {
  const double sigmoid = 1 / (1 + std::exp(-xi));
  return (sigmoid - 0.5) / (2 * xi);
}

template <typename Scalar>
FigureOne<Scalar>::FigureOne(const FigureOneSettings& settings,
                             const std::vector<Eigen::VectorXd>& target_means,
                             const std::vector<Eigen::VectorXd>& context_means)
    : settings_(settings),
      u_(start<Scalar>(target_means)),
      v_(start<Scalar>(context_means)),
      k_(1 - settings.burn_in) {}

template <typename Scalar>
double FigureOne<Scalar>::step() const {
  return k_ > 0 ? std::pow(static_cast<double>(k_), -settings_.decay) : 1;
}

template <typename Scalar>
Scalar FigureOne<Scalar>::xi_squared(const Density& u, const Density& v) const {
  if (settings_.xi == Xi::exact) {  // (9): E[uᵀv vᵀu] = tr(E[uuᵀ] E[vvᵀ])
    return second_moment(u).cwiseProduct(second_moment(v)).sum();
  }
  return second_moment(u).diagonal().dot(second_moment(v).diagonal());  // (11)
}

template <typename Scalar>
SideChange FigureOne<Scalar>::update_targets(const std::vector<Tuple>& data) {
  Partners partners(u_.size());
  for (const Tuple& tuple : data) partners[tuple.target].push_back({tuple.context, tuple.sign});
  return update(partners, settings_.target_prior_precision, v_, u_);
}

template <typename Scalar>
SideChange FigureOne<Scalar>::update_contexts(const std::vector<Tuple>& data) {
  Partners partners(v_.size());
  for (const Tuple& tuple : data) partners[tuple.context].push_back({tuple.target, tuple.sign});
  return update(partners, settings_.context_prior_precision, u_, v_);
}

template <typename Scalar>
SideChange FigureOne<Scalar>::update(const Partners& partners, double prior_precision,
                                     const std::vector<Density>& other,
                                     std::vector<Density>& updated) const {
  SideChange sum;
  for (std::size_t word = 0; word < updated.size(); ++word) {
    sum.change += update_word(partners[word], prior_precision, other, updated[word]);
    sum.length += static_cast<double>(updated[word].r.norm());
  }
  return sum;
}

template <typename Scalar>
double FigureOne<Scalar>::update_word(const std::vector<Partner>& partners, double prior_precision,
                                      const std::vector<Density>& other, Density& q) const {
  const Eigen::Index m = q.mean.size();
  const Matrix identity = Matrix::Identity(m, m);

  Eigen::MatrixXd precision = prior_precision * Eigen::MatrixXd::Identity(m, m);  // 5.6.1, (14)
  Eigen::VectorXd r = Eigen::VectorXd::Zero(m);
  for (const Partner& partner : partners) {
    const Density& p = other[partner.word];
    const double xi = std::sqrt(static_cast<double>(xi_squared(q, p)));
    precision += 2 * lambda(xi) * second_moment(p).template cast<double>();
    r += 0.5 * static_cast<int>(partner.sign) * p.mean.template cast<double>();
  }

  const auto beta = static_cast<Scalar>(step());  // 5.6.2
  const Vector r_previous = q.r;
  q.precision = (beta * precision.cast<Scalar>() + (1 - beta) * q.precision).eval();
  q.r = beta * r.cast<Scalar>() + (1 - beta) * r_previous;

  q.covariance = q.precision.llt().solve(identity);  // 5.6.3
  q.mean = q.covariance * q.r;                       // 5.6.4
  if (!settings_.full_covariances) {
    q.covariance = q.covariance.diagonal().asDiagonal().toDenseMatrix().eval();  // 5.6.5
  }
  return static_cast<double>((q.r - r_previous).norm());
}

template class FigureOne<double>;
template class FigureOne<float>;

}  // namespace bsg::tests
