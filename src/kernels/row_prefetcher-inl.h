// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_ROW_PREFETCHER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_ROW_PREFETCHER_INL_H_
#undef BSG_KERNELS_ROW_PREFETCHER_INL_H_
#else
#define BSG_KERNELS_ROW_PREFETCHER_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <span>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/pair_update.h"
#include "kernels/row_layout.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {

/// Brings rows towards the cache a few lines at a time, spread over `steps` steps of other work:
/// processors drop prefetches that come faster than memory answers.
class RowPrefetcher {
 public:
  RowPrefetcher(DensityRows v, std::span<const std::uint32_t> ids, std::size_t steps)
      : v_(v),
        ids_(ids),
        lines_in_row_(2 * v.stride / kLineFloats),
        lines_in_step_((ids.size() * lines_in_row_ + steps - 1) / steps) {}

  HWY_INLINE void step() {
    for (std::size_t i = 0; i < lines_in_step_ && row_ < ids_.size(); ++i) {
      hwy::Prefetch(v_.mean(ids_[row_]) + line_ * kLineFloats);
      if (++line_ == lines_in_row_) {
        line_ = 0;
        ++row_;
      }
    }
  }

 private:
  static constexpr std::size_t kLineFloats = kAlignment / sizeof(float);

  DensityRows v_;
  std::span<const std::uint32_t> ids_;
  std::size_t lines_in_row_;
  std::size_t lines_in_step_;
  std::size_t row_ = 0;
  std::size_t line_ = 0;
};

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_ROW_PREFETCHER_INL_H_
