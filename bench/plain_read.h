#pragma once

#include <span>

namespace bsg::bench {

/// Reads all values once, on oneTBB's threads and with the instruction set that the kernels use: as
/// fast as memory gives them. Returns their sum, which keeps the reading from being optimised away.
float read_all(std::span<const float> values);

}  // namespace bsg::bench
