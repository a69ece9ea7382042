#include "kernels/first_not_below.h"

#include <cstddef>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/first_not_below.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t first_not_below(const float* values, std::size_t size, float threshold) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto limit = hn::Set(d, threshold);
  std::size_t k = 0;
  while (k + lanes <= size && hn::AllTrue(d, hn::Lt(hn::LoadU(d, values + k), limit))) k += lanes;
  while (k < size && values[k] < threshold) ++k;
  return k;
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::kernels {

HWY_EXPORT(first_not_below);

std::size_t first_not_below(const float* values, std::size_t size, float threshold) {
  return HWY_DYNAMIC_DISPATCH(first_not_below)(values, size, threshold);
}

}  // namespace bsg::kernels
#endif  // HWY_ONCE
