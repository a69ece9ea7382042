#include "fma_peak.h"

#include <cstddef>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fma_peak.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

inline constexpr std::size_t kChains = 12;

/// Returns the number of multiply-adds done; *sum keeps them from being optimised away.
double multiply_adds(std::size_t rounds, float* sum) {
  const D d;
  const V factor = hn::Set(d, *sum);
  V chains[kChains];
  HWY_UNROLL(12)
  for (std::size_t i = 0; i < kChains; ++i) chains[i] = hn::Set(d, static_cast<float>(i));
  for (std::size_t round = 0; round < rounds; ++round) {
    HWY_UNROLL(12)
    for (std::size_t i = 0; i < kChains; ++i) chains[i] = hn::MulAdd(chains[i], factor, factor);
  }
  V total = hn::Zero(d);
  HWY_UNROLL(12)
  for (std::size_t i = 0; i < kChains; ++i) total = hn::Add(total, chains[i]);
  *sum = hn::GetLane(total);
  return static_cast<double>(rounds * kChains * hn::Lanes(d));
}

}  // namespace bsg::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::bench {
namespace {

HWY_EXPORT(multiply_adds);

}  // namespace

double do_multiply_adds() {
  float factor = 0.5F;
  const double done = HWY_DYNAMIC_DISPATCH(multiply_adds)(200'000, &factor);
  return factor == 0 ? 0 : done;
}

}  // namespace bsg::bench
#endif  // HWY_ONCE
