#pragma once

namespace bsg::bench {

/// Multiply-adds a CPU-second of one thread that never leaves its registers: what the kernels are
/// held against. Measured once, for about 0.2 seconds, with the instruction set that the kernels
/// use.
double peak_multiply_adds_per_second();

}  // namespace bsg::bench
