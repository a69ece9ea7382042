#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "bsg/version.h"
// The choice of targets comes before Highway.
// clang-format off
#include "kernels/highway_targets.h"
#include "hwy/highway.h"
// clang-format on

/// A test of this kind runs once for every instruction set that the machine has and the library
/// holds.

namespace bsg::kernels {

class EveryTarget : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override {
    hwy::SetSupportedTargetsForTest(GetParam());
    ASSERT_EQ(simd_target(), hwy::TargetName(GetParam()));
  }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

inline std::string target_of(const ::testing::TestParamInfo<std::int64_t>& info) {
  return hwy::TargetName(info.param);
}

inline constexpr std::size_t kAwkwardLengths[] = {1,  2,  3,  7,  8,  9,  15,  16,
                                                  17, 31, 33, 40, 41, 64, 100, 129};

}  // namespace bsg::kernels

#define BSG_ON_EVERY_TARGET(suite)         \
  INSTANTIATE_TEST_SUITE_P(Targets, suite, \
                           ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()), target_of)
