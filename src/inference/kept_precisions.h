#pragma once

#include <cstdint>

#include "bsg/options.h"

namespace bsg::inference {

/// Whether the iteration after so many blends with the precisions of the one before it.
bool next_blends(std::uint32_t done, const InferenceOptions& how);

/// Whether an iteration (1, 2, …) keeps P: the next one blends with it, or it may be the last one,
/// and other axes are made from it.
bool keeps_precision(std::uint32_t iteration, const InferenceOptions& how);

/// Whether any iteration keeps P.
bool any_keeps_precision(const InferenceOptions& how);

}  // namespace bsg::inference
