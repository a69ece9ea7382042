// Included once for each target, as hwy/foreach_target.h does it.
#if defined(BSG_KERNELS_ROW_PREFETCHER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BSG_KERNELS_ROW_PREFETCHER_INL_H_
#undef BSG_KERNELS_ROW_PREFETCHER_INL_H_
#else
#define BSG_KERNELS_ROW_PREFETCHER_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/pair_update.h"
#include "kernels/row_layout.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {

/// Brings rows towards the cache piece by piece, spread over `steps` steps of other work:
/// processors drop prefetches that come faster than memory answers.
class RowPrefetcher {
 public:
  RowPrefetcher(DensityRows v, std::span<const std::uint32_t> ids, std::size_t steps)
      : v_(v), ids_(ids), row_lines_(2 * v.stride / kLineFloats) {
    const std::size_t pieces = ids.size() * ((row_lines_ + kPieceLines - 1) / kPieceLines);
    pieces_at_once_ = (pieces + steps - 1) / steps;
    interval_ = pieces == 0 ? 0 : pieces_at_once_ * steps / pieces;
    steps_left_ = interval_;
  }

  HWY_INLINE void step() {
    if (--steps_left_ != 0) return;
    steps_left_ = interval_;
    for (std::size_t i = 0; i < pieces_at_once_; ++i) {
      if (row_ == ids_.size()) return;
      fetch_piece();
    }
  }

 private:
  static constexpr std::size_t kLineFloats = kAlignment / sizeof(float);
  /// Lines that are asked for in one go.
  static constexpr std::size_t kPieceLines = 8;

  /// To the second cache: the first has no room for the rows of two blocks.
  static HWY_INLINE void fetch_line(const float* line) {
#if HWY_COMPILER_GCC || HWY_COMPILER_CLANG
    __builtin_prefetch(line, 0, 2);
#else
    hwy::Prefetch(line);
#endif
  }

  HWY_INLINE void fetch_piece() {
    const float* const row = v_.mean(ids_[row_]);
    const std::size_t end = std::min(line_ + kPieceLines, row_lines_);
    for (; line_ < end; ++line_) fetch_line(row + line_ * kLineFloats);
    if (line_ == row_lines_) {
      line_ = 0;
      ++row_;
    }
  }

  DensityRows v_;
  std::span<const std::uint32_t> ids_;
  std::size_t row_lines_;
  std::size_t pieces_at_once_ = 0;
  std::size_t interval_ = 0;  ///< steps from one fetching to the next
  std::size_t steps_left_ = 0;
  std::size_t row_ = 0;
  std::size_t line_ = 0;
};

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // BSG_KERNELS_ROW_PREFETCHER_INL_H_
