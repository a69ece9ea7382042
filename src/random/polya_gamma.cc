#include "random/polya_gamma.h"

#include <cmath>
#include <numbers>

namespace bsg::random {
namespace {

using std::numbers::pi;

/// Below this z the closed forms of the cumulants lose digits, and series need three terms.
constexpr double kSmall = 0.1;

double uniform(RandomSequence& numbers) {
  return to_unit(numbers.next());
}
double exponential(RandomSequence& numbers) {
  return -std::log1p(-uniform(numbers));
}
double normal(RandomSequence& numbers) {
  const std::uint64_t first = numbers.next();
  return to_normals(first, numbers.next())[0];
}

/// Marsaglia and Tsang. REQUIRES: shape >= 1.
double draw_gamma(double shape, RandomSequence& numbers) {
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(numbers), root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log1p(-uniform(numbers)) < x * x / 2 + d * (1 - v + std::log(v))) return d * v;
  }
}

/// Variables with the density proportional to exp(−z²x/2) Σ_n (−1)ⁿ a_n(x), four times those of
/// PG(1, 2z). The terms a_n have two forms; with each one on its side of kCut they fall with n, so
/// that partial sums lie above and below the density in turn. a_0 is the envelope: an exponential
/// variable on the right, an inverse Gaussian one with the mean 1/z on the left.
class TiltedJacobi {
 public:
  explicit TiltedJacobi(double z) : z_(z), rate_(pi * pi / 8 + z * z / 2) {
    // Masses of both sides, times e^z so that they cannot both vanish.
    const double right = pi / (2 * rate_) * std::exp(z - rate_ * kCut);
    const double spread = std::sqrt(2 * kCut);
    double left = std::erfc((1 - kCut * z) / spread);
    if (z < kLarge) left += std::exp(2 * z) * std::erfc((1 + kCut * z) / spread);
    right_share_ = right / (right + left);
  }

  double draw(RandomSequence& numbers) const {
    for (;;) {
      const bool right = uniform(numbers) < right_share_;
      const double x = right ? kCut + exponential(numbers) / rate_ : draw_left(numbers);
      if (is_below_density(x, numbers)) return x;
    }
  }

 private:
  static constexpr double kCut = 0.64;
  static constexpr double kLarge = 20;  ///< beyond it the left mass has one term

  /// The inverse Gaussian variable, given that it is below kCut.
  double draw_left(RandomSequence& numbers) const {
    if (z_ < 1 / kCut) return tilted_chi_squared(numbers);
    double x = inverse_gaussian(numbers);
    while (x > kCut) x = inverse_gaussian(numbers);
    return x;
  }

  /// From the inverse of a χ² variable above 1/kCut, kept with the probability exp(−z²x/2).
  double tilted_chi_squared(RandomSequence& numbers) const {
    for (;;) {
      double e = exponential(numbers);
      while (e * e > 2 * exponential(numbers) / kCut) e = exponential(numbers);
      const double x = kCut / ((1 + kCut * e) * (1 + kCut * e));
      if (uniform(numbers) < std::exp(-z_ * z_ * x / 2)) return x;
    }
  }

  /// Mean 1/z, shape 1 (Michael, Schucany and Haas), without cancellation for any z.
  double inverse_gaussian(RandomSequence& numbers) const {
    const double mean = 1 / z_;
    const double y = normal(numbers);
    const double a = mean * y * y;
    const double x = mean / (1 + a / 2 + std::sqrt(a + a * a / 4));
    return uniform(numbers) * (mean + x) > mean ? mean * mean / x : x;
  }

  /// Whether a uniform height under a_0(x) lies under the density, by as many terms as it takes.
  static bool is_below_density(double x, RandomSequence& numbers) {
    const double height = uniform(numbers);
    const double power = x <= kCut ? 2 / x : pi * pi * x / 2;
    double sum = 1;
    for (double n = 1;; n += 2) {
      sum -= (2 * n + 1) * std::exp(-n * (n + 1) * power);
      if (height <= sum) return true;
      sum += (2 * n + 3) * std::exp(-(n + 1) * (n + 2) * power);
      if (height > sum) return false;
    }
  }

  double z_;
  double rate_;
  double right_share_;
};

}  // namespace

PolyaGammaCumulants polya_gamma_cumulants(double c, double z) {
  const double x = std::abs(z), x2 = x * x;
  if (x < kSmall) {
    return {.mean = c * (1.0 / 4 - x2 / 48 + x2 * x2 / 480),
            .variance = c * (1.0 / 24 - x2 / 120 + x2 * x2 * 17 / 13440),
            .third = c * (1.0 / 60 - x2 * 17 / 3360 + x2 * x2 * 31 / 30240)};
  }
  const double t = std::tanh(x / 2), s = (1 - t) * (1 + t);
  return {.mean = c * t / (2 * x),
          .variance = c * (2 * t - x * s) / (4 * x2 * x),
          .third = c * (6 * t - 3 * x * s - x2 * t * s) / (4 * x2 * x2 * x)};
}

ShiftedGamma like_polya_gamma(double c, double z) {
  const auto [mean, variance, third] = polya_gamma_cumulants(c, z);
  // A gamma variable has the cumulants aθ, aθ², 2aθ³. Ratios first: the third may be tiny.
  const double scale = third / variance / 2;
  const double shape = variance / scale / scale;
  return {.shape = shape, .scale = scale, .shift = mean - shape * scale};
}

double draw_polya_gamma(std::uint32_t c, double z, RandomSequence& numbers) {
  if (c > kMostSummed) {
    const auto [shape, scale, shift] = like_polya_gamma(c, z);
    return shift + scale * draw_gamma(shape, numbers);
  }
  const TiltedJacobi jacobi(std::abs(z) / 2);
  double sum = 0;
  for (std::uint32_t k = 0; k < c; ++k) sum += jacobi.draw(numbers);
  return sum / 4;
}

}  // namespace bsg::random
