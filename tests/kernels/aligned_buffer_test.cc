#include "kernels/aligned_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace bsg::kernels {
namespace {

class AlignedBufferOf : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Sizes, AlignedBufferOf,
                         ::testing::Values(1, 17, 4096, 1 << 20, (3 << 20) + 5));

TEST_P(AlignedBufferOf, IsAlignedAndZero) {
  const AlignedBuffer buffer(GetParam());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % kAlignment, 0);
  EXPECT_TRUE(std::all_of(buffer.begin(), buffer.end(), [](float x) { return x == 0; }));
}

TEST_P(AlignedBufferOf, CopiesAndMovesAsAValue) {
  AlignedBuffer buffer(GetParam(), 3);
  AlignedBuffer copy = buffer;
  EXPECT_EQ(copy, buffer);
  copy.back() = 4;
  EXPECT_EQ(buffer.back(), 3);
  const float* const address = buffer.data();
  const AlignedBuffer moved = std::move(buffer);
  EXPECT_EQ(moved.data(), address);
}

}  // namespace
}  // namespace bsg::kernels
