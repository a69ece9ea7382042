#pragma once

#include <string_view>

namespace bsg {

/// Of the library, as "1.2.3".
std::string_view version() noexcept;

/// Instruction set that the kernels use on this machine, for instance "AVX2".
std::string_view simd_target();

}  // namespace bsg
