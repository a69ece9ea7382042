#include <string_view>

#include "bsg/version.h"
#include "kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd_target.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bsg::kernels::HWY_NAMESPACE {

const char* target_name() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace bsg::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bsg {
namespace kernels {
HWY_EXPORT(target_name);
}  // namespace kernels

std::string_view simd_target() {
  return HWY_DYNAMIC_DISPATCH(kernels::target_name)();
}

}  // namespace bsg
#endif  // HWY_ONCE
