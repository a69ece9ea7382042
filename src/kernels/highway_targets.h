#pragma once

/// Include before any of Highway's headers. The kernels keep arrays of vectors in registers, which
/// vectors of unknown length cannot be kept in: such machines use their fixed-length set (NEON).
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

/// Sanitizers make each target take long to compile: a quick look does with the compiler's own.
#ifdef BSG_ONE_SIMD_TARGET
#define HWY_COMPILE_ONLY_STATIC
#endif
