#pragma once

#include <cstdint>
#include <functional>

#include "sampling/pair_counter.h"

namespace bsg::inference {

/// Gives the pairs of one word; called by several threads at once, each with a counter of its own.
using PairSource = std::function<void(std::uint32_t word, sampling::PairCounter& scratch,
                                      sampling::PairRow& pairs)>;

}  // namespace bsg::inference
