#pragma once

namespace bsg::bench {

/// Does multiply-adds that never leave the registers, with the instruction set that the kernels use
/// and as fast as it can: what the kernels are held against. Takes a fraction of a millisecond;
/// returns the number of multiply-adds done.
double do_multiply_adds();

}  // namespace bsg::bench
