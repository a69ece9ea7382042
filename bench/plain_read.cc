#include "plain_read.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "plain_read.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

inline constexpr std::size_t kChains = 8;

float sum_of(const float* values, std::size_t size) {
  const D d;
  const std::size_t step = kChains * hn::Lanes(d);
  V chains[kChains];
  HWY_UNROLL(8)
  for (std::size_t i = 0; i < kChains; ++i) chains[i] = hn::Zero(d);
  std::size_t k = 0;
  for (; k + step <= size; k += step) {
    HWY_UNROLL(8)
    for (std::size_t i = 0; i < kChains; ++i) {
      chains[i] = hn::Add(chains[i], hn::LoadU(d, values + k + i * hn::Lanes(d)));
    }
  }
  V total = hn::Zero(d);
  HWY_UNROLL(8)
  for (std::size_t i = 0; i < kChains; ++i) total = hn::Add(total, chains[i]);
  float sum = hn::GetLane(hn::SumOfLanes(d, total));
  for (; k < size; ++k) sum += values[k];
  return sum;
}

}  // namespace bsg::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg::bench {
namespace {

HWY_EXPORT(sum_of);

/// Floats of a task: large beside the cost of handing it out, small beside the arrays.
constexpr std::size_t kTask = std::size_t{1} << 18;

}  // namespace

float read_all(std::span<const float> values) {
  std::vector<float> sums((values.size() + kTask - 1) / kTask);
  tbb::parallel_for(std::size_t{0}, sums.size(), [&](std::size_t task) {
    const std::size_t first = task * kTask;
    sums[task] =
        HWY_DYNAMIC_DISPATCH(sum_of)(values.data() + first, std::min(kTask, values.size() - first));
  });
  float total = 0;
  for (const float sum : sums) total += sum;
  return total;
}

}  // namespace bsg::bench
#endif  // HWY_ONCE
