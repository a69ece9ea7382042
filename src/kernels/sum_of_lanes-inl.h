// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_SUM_OF_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_SUM_OF_LANES_INL_H_
#undef BSG_KERNELS_SUM_OF_LANES_INL_H_
#else
#define BSG_KERNELS_SUM_OF_LANES_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
/// Stores the sum of the four-lane blocks of v.
template <class D, class V>
HWY_INLINE void store_sum_of_blocks(D d, V v, float* sums) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    hn::StoreU(v, d, sums);
  } else {
    const hn::Half<D> half;
    store_sum_of_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), sums);
  }
}
#endif

/// sums[k] = Σ lanes of v[k], added in the same order for every k.
template <class D, class V>
HWY_INLINE void store_sums_of_lanes(D d, const V (&v)[4], float* sums) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t k = 0; k < 4; ++k) hn::StoreU(v[k], d, sums + k);
#else
  const V even = hn::Add(hn::InterleaveLower(d, v[0], v[2]), hn::InterleaveUpper(d, v[0], v[2]));
  const V odd = hn::Add(hn::InterleaveLower(d, v[1], v[3]), hn::InterleaveUpper(d, v[1], v[3]));
  const V blocks = hn::Add(hn::InterleaveLower(d, even, odd), hn::InterleaveUpper(d, even, odd));
  store_sum_of_blocks(d, blocks, sums);
#endif
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_SUM_OF_LANES_INL_H_
