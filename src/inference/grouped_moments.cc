#include "inference/grouped_moments.h"

#include <algorithm>

#include "kernels/row_layout.h"

namespace bsg::inference {

using kernels::kMatrixTile;

GroupedMoments::GroupedMoments(std::size_t dimension, std::size_t groups)
    : dimension_(dimension), groups_(groups), values_(groups * kernels::tiled_size(dimension)) {}

void GroupedMoments::set(std::size_t group, const WeightedMoments& moments) {
  const std::size_t stride = kernels::row_stride(dimension_);
  std::size_t place = 0;
  for (std::size_t row = 0; row < dimension_; ++row) {
    for (std::size_t k = row; k < dimension_; ++k, ++place) {
      const std::size_t tile = place / kMatrixTile * groups_ + group;
      values_[tile * kMatrixTile + place % kMatrixTile] = moments.second[row * stride + k];
    }
  }
}

void pack_for_squares(std::span<const float> mean, std::span<const float> variance,
                      kernels::XiForm form, float* packed) {
  const std::size_t m = mean.size();
  for (std::size_t row = 0; row < m; ++row) {
    *packed = variance[row] + mean[row] * mean[row];
    // Entries off the diagonal stand for themselves and for their mirror image.
    const float twice = form == kernels::XiForm::exact ? 2 * mean[row] : 0;
    std::ranges::transform(mean.subspan(row + 1), packed + 1,
                           [twice](float other) { return twice * other; });
    packed += m - row;
  }
}

}  // namespace bsg::inference
