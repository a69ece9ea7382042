#include "inference/step_size.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bsg::inference {
namespace {

TEST(StepSize, IsOneDuringBurnInAndInTheIterationAfter) {
  for (std::uint32_t iteration = 1; iteration <= 11; ++iteration) {
    EXPECT_EQ(step_size(iteration, 10, 0.7), 1) << iteration;
  }
  EXPECT_LT(step_size(12, 10, 0.7), 1);
}

TEST(StepSize, DecaysAsAPowerOfK) {
  EXPECT_DOUBLE_EQ(step_size(12, 10, 0.7), std::pow(2, -0.7));
  EXPECT_DOUBLE_EQ(step_size(40, 10, 0.7), std::pow(30, -0.7));
  EXPECT_DOUBLE_EQ(step_size(4, 0, 1), 0.25);
}

TEST(StepSize, WithoutBurnInStartsAtOne) {
  EXPECT_EQ(step_size(1, 0, 0.7), 1);
}

TEST(StepSize, IsOneThroughoutABurnInLongerThanTheTraining) {
  EXPECT_EQ(step_size(40, 4'000'000'000U, 0.7), 1);
}

}  // namespace
}  // namespace bsg::inference
