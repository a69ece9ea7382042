#include "kernels/sum_of_exponentials.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sum_of_exponentials.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// After it.
#include "hwy/contrib/math/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;

float largest_of(const float* x, std::size_t size) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  float largest = x[0];
  std::size_t k = 0;
  if (size >= lanes) {
    auto maxima = hn::LoadU(d, x);
    for (k = lanes; k + lanes <= size; k += lanes) maxima = hn::Max(maxima, hn::LoadU(d, x + k));
    largest = hn::GetLane(hn::MaxOfLanes(d, maxima));
  }
  for (; k < size; ++k) largest = std::max(largest, x[k]);
  return largest;
}

void add_exponentials(const float* x, std::size_t size, ExponentialSum& sum) {
  if (size == 0) return;
  const float largest = largest_of(x, size);
  if (largest > sum.largest) {
    sum.sum *= std::exp(double{sum.largest} - double{largest});
    sum.largest = largest;
  }
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const auto shift = hn::Set(d, sum.largest);
  auto sums = hn::Zero(d);
  std::size_t k = 0;
  for (; k + lanes <= size; k += lanes) {
    sums = hn::Add(sums, hn::Exp(d, hn::Sub(hn::LoadU(d, x + k), shift)));
  }
  double part = double{hn::GetLane(hn::SumOfLanes(d, sums))};
  for (; k < size; ++k) part += std::exp(double{x[k]} - double{sum.largest});
  sum.sum += part;
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(add_exponentials);

void add_exponentials(const float* x, std::size_t size, ExponentialSum& sum) {
  HWY_DYNAMIC_DISPATCH(add_exponentials)(x, size, sum);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
