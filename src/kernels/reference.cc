#include "kernels/reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace bsg::kernels::reference {
namespace {

double square(double x) {
  return x * x;
}

/// KL(a‖b) of diagonal Gaussians.
double kl(const float* a_mean, const float* a_variance, const float* b_mean,
          const float* b_variance, std::size_t m) {
  double sum = 0;
  for (std::size_t i = 0; i < m; ++i) {
    const double a = a_variance[i];
    const double b = b_variance[i];
    sum += a / b + square(double{b_mean[i]} - double{a_mean[i]}) / b - 1 + std::log(b / a);
  }
  return sum / 2;
}

/// L of P = LLᵀ, row-major; empty if P is not positive definite.
std::vector<double> cholesky(std::size_t m, const float* precision) {
  std::vector<double> L(m * m);
  std::size_t position = 0;
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = j; i < m; ++i, ++position) {
      double sum = precision[position];
      for (std::size_t k = 0; k < j; ++k) sum -= L[i * m + k] * L[j * m + k];
      if (i == j && !(sum > 0)) return {};
      L[i * m + j] = i == j ? std::sqrt(sum) : sum / L[j * m + j];
    }
  }
  return L;
}

/// L⁻¹ x.
std::vector<double> substitute_forward(const std::vector<double>& L, std::vector<double> x) {
  const std::size_t m = x.size();
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= L[i * m + k] * x[k];
    x[i] /= L[i * m + i];
  }
  return x;
}

/// L⁻ᵀ x.
std::vector<double> substitute_back(const std::vector<double>& L, std::vector<double> x) {
  const std::size_t m = x.size();
  for (std::size_t i = m; i-- > 0;) {
    for (std::size_t k = i + 1; k < m; ++k) x[i] -= L[k * m + i] * x[k];
    x[i] /= L[i * m + i];
  }
  return x;
}

/// P⁻¹ b.
std::vector<double> solve_one(const std::vector<double>& L, std::vector<double> b) {
  return substitute_back(L, substitute_forward(L, std::move(b)));
}

/// The outputs of a pair, without the negatives that are its context; the context comes first.
std::vector<std::uint32_t> outputs_of(const SkipgramPairs& pairs, std::size_t pair) {
  const auto all = pairs.outputs.subspan(pair * (1 + pairs.negatives), 1 + pairs.negatives);
  std::vector<std::uint32_t> outputs{all[0]};
  for (const std::uint32_t negative : all.subspan(1)) {
    if (negative != all[0]) outputs.push_back(negative);
  }
  return outputs;
}

/// log(1 + exp(x)).
double softplus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

double skipgram_pair(double* u, double* v, std::size_t m, const std::vector<std::uint32_t>& outputs,
                     double rate) {
  std::vector<double> d(m);
  std::vector<double> gradients(outputs.size());
  double loss = 0;
  for (std::size_t first = 0; first < outputs.size(); first += kOutputGroup) {
    const std::size_t last = std::min(first + kOutputGroup, outputs.size());
    for (std::size_t o = first; o < last; ++o) {
      const double product = std::inner_product(u, u + m, v + outputs[o] * m, 0.0);
      const double x = o == 0 ? product : -product;
      gradients[o] = (o == 0 ? rate : -rate) / (1 + std::exp(x));
      loss += softplus(-x);
    }
    for (std::size_t o = first; o < last; ++o) {
      double* const row = v + outputs[o] * m;
      for (std::size_t i = 0; i < m; ++i) {
        d[i] += gradients[o] * row[i];
        row[i] += gradients[o] * u[i];
      }
    }
  }
  for (std::size_t i = 0; i < m; ++i) u[i] += d[i];
  return loss;
}

}  // namespace

double expected_square(const float* u_mean, const float* u_variance, const float* v_mean,
                       const float* v_variance, std::size_t m, XiForm form) {
  double sum = 0;
  for (std::size_t i = 0; i < m; ++i) {
    const double u2 = square(u_mean[i]);
    const double v2 = square(v_mean[i]);
    const double su = u_variance[i];
    const double sv = v_variance[i];
    sum += form == XiForm::exact ? su * sv + su * v2 + u2 * sv : (su + u2) * (sv + v2);
  }
  return form == XiForm::exact ? sum + square(product(u_mean, v_mean, m)) : sum;
}

long double lambda(long double xi_squared) {
  // Below 1e-12 the series' second term, −ξ²/96, is under every float's resolution.
  if (xi_squared < 1e-12L) return 0.125L - xi_squared / 96;
  const long double xi = std::sqrt(xi_squared);
  return std::tanh(xi / 2) / (4 * xi);
}

void add_pairs(DensityRows v, std::size_t m, std::span<const std::uint32_t> ids,
               const float* weights, const float* pulls, double* P, double* r) {
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const float* const mean = v.mean(ids[k]);
    for (std::size_t i = 0; i < m; ++i) {
      r[i] += 0.5 * double{pulls[k]} * double{mean[i]};
      P[i * m + i] += double{weights[k]} * double{v.variance(ids[k])[i]};
      for (std::size_t j = 0; j < m; ++j) {
        P[i * m + j] += double{weights[k]} * double{mean[i]} * double{mean[j]};
      }
    }
  }
}

bool solve(std::size_t m, const float* precision, const float* r, double* mean, double* variance,
           const float* axes) {
  const std::vector<double> L = cholesky(m, precision);
  if (L.empty()) return false;
  const std::vector<double> x = solve_one(L, std::vector<double>(r, r + m));
  for (std::size_t i = 0; i < m; ++i) {
    std::vector<double> axis(m);
    axis[i] = 1;
    if (axes != nullptr) axis.assign(axes + i * m, axes + (i + 1) * m);
    const std::vector<double> y = solve_one(L, axis);
    mean[i] = std::inner_product(x.begin(), x.end(), axis.begin(), 0.0);
    variance[i] = std::inner_product(y.begin(), y.end(), axis.begin(), 0.0);
  }
  return true;
}

bool draw(std::size_t m, const float* precision, const float* r, const float* z, double* draw) {
  const std::vector<double> L = cholesky(m, precision);
  if (L.empty()) return false;
  std::vector<double> x = substitute_forward(L, std::vector<double>(r, r + m));
  for (std::size_t i = 0; i < m; ++i) x[i] += double{z[i]};
  std::ranges::copy(substitute_back(L, std::move(x)), draw);
  return true;
}

double product(const float* a, const float* b, std::size_t m) {
  double sum = 0;
  for (std::size_t i = 0; i < m; ++i) sum += double{a[i]} * double{b[i]};
  return sum;
}

double product_variance(const float* q_mean, const float* q_variance, const float* d_mean,
                        const float* d_variance, std::size_t m) {
  double sum = 0;
  for (std::size_t i = 0; i < m; ++i) {
    const double q = q_variance[i];
    const double d = d_variance[i];
    sum += q * d + square(q_mean[i]) * d + square(d_mean[i]) * q;
  }
  return sum;
}

double symmetric_kl(const float* q_mean, const float* q_variance, const float* d_mean,
                    const float* d_variance, std::size_t m) {
  return -kl(q_mean, q_variance, d_mean, d_variance, m) -
         kl(d_mean, d_variance, q_mean, q_variance, m);
}

double skipgram_steps(double* u, double* v, std::size_t m, const SkipgramPairs& pairs,
                      double rate) {
  double loss = 0;
  for (std::size_t pair = 0; pair < pairs.centres.size(); ++pair) {
    loss += skipgram_pair(u + pairs.centres[pair] * m, v, m, outputs_of(pairs, pair), rate);
  }
  return loss;
}

}  // namespace bsg::kernels::reference
