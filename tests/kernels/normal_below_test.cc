#include "kernels/normal_below.h"

#include <gtest/gtest.h>

namespace bsg::kernels {
namespace {

TEST(NormalBelow, IsTheDistributionFunction) {
  EXPECT_NEAR(normal_below(0), 0.5, 1e-15);
  EXPECT_NEAR(normal_below(1.959963984540054), 0.975, 1e-12);
  EXPECT_NEAR(normal_below(-3.090232306167813), 0.001, 1e-12);
  EXPECT_NEAR(normal_below(-30) / 4.906713927148187e-198, 1, 1e-10);
}

}  // namespace
}  // namespace bsg::kernels
