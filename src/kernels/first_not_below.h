#pragma once

#include <cstddef>

namespace bsg::kernels {

/// The first k < size for which values[k] < threshold does not hold (a NaN counts), `size` if there
/// is none.
std::size_t first_not_below(const float* values, std::size_t size, float threshold);

}  // namespace bsg::kernels
