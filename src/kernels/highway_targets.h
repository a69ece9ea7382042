#pragma once

/// Include before any of Highway's headers. The kernels keep arrays of vectors in registers, which
/// vectors of unknown length cannot be kept in: such machines use their fixed-length set (NEON).
#define BSG_UNSUITED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

/// Under sanitizers every target takes long to compile: a quick look does with AVX2, or with none.
#ifdef BSG_FEW_SIMD_TARGETS
#define HWY_DISABLED_TARGETS (BSG_UNSUITED_TARGETS | HWY_SSSE3 | HWY_SSE4 | HWY_AVX3)
#else
#define HWY_DISABLED_TARGETS BSG_UNSUITED_TARGETS
#endif
