#include <cstddef>

#include "kernels/highway_targets.h"
#include "kernels/pair_update.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pair_weights.cc"
// foreach_target.h comes before what depends on the target.
// clang-format off
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "hwy/contrib/math/math-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

struct Ratio {
  V numerator;
  V denominator;
};

/// 2λ for ξ² < 1, with z = ξ²/4: ¼ tanh(√z)/√z by Lambert's continued fraction
/// 1/(1 + z/(3 + z/(5 + z/(7 + z/9)))), whose error for z < ¼ is below 1e-10.
HWY_INLINE Ratio ratio_near_zero(V xi_squared) {
  const D d;
  const V z = hn::Mul(xi_squared, hn::Set(d, 0.25F));
  const V numerator = hn::MulAdd(hn::Add(z, hn::Set(d, 105)), z, hn::Set(d, 945));
  const V denominator =
      hn::MulAdd(hn::MulAdd(z, hn::Set(d, 60), hn::Set(d, 1680)), z, hn::Set(d, 3780));
  return {numerator, denominator};
}

/// 2λ for ξ² ≥ 1: (1 − e)/(2ξ (1 + e)), e = exp(−ξ) ≤ 0.37, so that 1 − e loses no accuracy.
HWY_INLINE Ratio ratio_away_from_zero(V xi_squared) {
  const D d;
  const V one = hn::Set(d, 1);
  const V xi = hn::Sqrt(xi_squared);
  // 1 ± exp(−32) is 1 in float: farther out the exponential need not be evaluated.
  const V e = hn::Exp(d, hn::Neg(hn::Min(xi, hn::Set(d, 32))));
  return {hn::Sub(one, e), hn::Mul(hn::Add(xi, xi), hn::Add(one, e))};
}

void pair_weights(const float* HWY_RESTRICT xi_squared, const float* HWY_RESTRICT counts,
                  std::size_t size, float* HWY_RESTRICT weights) {
  const D d;
  for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
    const V x = hn::LoadU(d, xi_squared + k);
    const Ratio near = ratio_near_zero(x);
    const Ratio away = ratio_away_from_zero(x);
    const auto is_near = hn::Lt(x, hn::Set(d, 1));
    const V twice_lambda = hn::Div(hn::IfThenElse(is_near, near.numerator, away.numerator),
                                   hn::IfThenElse(is_near, near.denominator, away.denominator));
    hn::StoreU(hn::Mul(hn::LoadU(d, counts + k), twice_lambda), d, weights + k);
  }
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(pair_weights);

void pair_weights(const float* xi_squared, const float* counts, std::size_t size, float* weights) {
  HWY_DYNAMIC_DISPATCH(pair_weights)(xi_squared, counts, size, weights);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
