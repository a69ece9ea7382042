#pragma once

#include <cstdint>

#include "bsg/options.h"

namespace bsg::inference {

/// Whether the iteration after so many blends with the precisions of the one before it.
bool next_blends(std::uint32_t done, const InferenceOptions& how);

/// Whether an iteration (1, 2, …) keeps P: the next one blends with it, or it may be the last one
/// and P is `needed_at_end`, to change the axes, to calibrate or to be kept.
bool keeps_precision(std::uint32_t iteration, const InferenceOptions& how, bool needed_at_end);

/// Whether any iteration keeps P.
bool any_keeps_precision(const InferenceOptions& how, bool needed_at_end);

}  // namespace bsg::inference
