// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_SCAN_COLUMNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_SCAN_COLUMNS_INL_H_
#undef BSG_KERNELS_SCAN_COLUMNS_INL_H_
#else
#define BSG_KERNELS_SCAN_COLUMNS_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A whole vector's worth of columns.
struct WholeColumns {
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;

  std::size_t first;

  [[nodiscard]] HWY_INLINE V zero_filled(const float* row) const {
    return hn::LoadU(D(), row + first);
  }
  [[nodiscard]] HWY_INLINE V one_filled(const float* row) const { return zero_filled(row); }
};

/// The last `size` < lanes columns of a row, filled up. Nothing behind them is read.
struct LastColumns {
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;

  std::size_t first;
  std::size_t size;

#if HWY_MEM_OPS_MIGHT_FAULT && HWY_TARGET != HWY_AVX2  // AVX2's masked load of floats never faults
  [[nodiscard]] HWY_INLINE V filled(const float* row, float fill) const {
    const D d;
    HWY_ALIGN float floats[hn::MaxLanes(D())];
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) floats[i] = i < size ? row[first + i] : fill;
    return hn::Load(d, floats);
  }
  [[nodiscard]] HWY_INLINE V zero_filled(const float* row) const {
    return filled(row, 0);
  }
  [[nodiscard]] HWY_INLINE V one_filled(const float* row) const {
    return filled(row, 1);
  }
#else
  [[nodiscard]] HWY_INLINE V zero_filled(const float* row) const {
    return hn::MaskedLoad(hn::FirstN(D(), size), D(), row + first);
  }
  [[nodiscard]] HWY_INLINE V one_filled(const float* row) const {
    const D d;
    return hn::IfThenElse(hn::FirstN(d, size), zero_filled(row), hn::Set(d, 1));
  }
#endif
};

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_SCAN_COLUMNS_INL_H_
