#include "kernels/first_not_below.h"

#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/every_target.h"

namespace bsg::kernels {
namespace {

class FirstNotBelow : public EveryTarget {};
BSG_ON_EVERY_TARGET(FirstNotBelow);

TEST_P(FirstNotBelow, IsFoundAtEveryPlace) {
  for (const std::size_t size : kAwkwardLengths) {
    std::vector<float> values(size, 1);
    EXPECT_EQ(first_not_below(values.data(), size, 2), size);
    for (std::size_t k = size; k-- > 0;) {
      values[k] = 2;  // and all behind it
      EXPECT_EQ(first_not_below(values.data(), size, 2), k);
    }
  }
  EXPECT_EQ(first_not_below(nullptr, 0, 2), 0U);
}

TEST_P(FirstNotBelow, CountsWhatHasNoOrder) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const std::size_t place : {3U, 12U}) {
    std::vector<float> values(14, -kInfinity);
    EXPECT_EQ(first_not_below(values.data(), values.size(), 0), values.size());
    EXPECT_EQ(first_not_below(values.data(), values.size(), -kInfinity), 0U);
    values[place] = kNan;
    EXPECT_EQ(first_not_below(values.data(), values.size(), 0), place);
    EXPECT_EQ(first_not_below(values.data(), values.size(), kNan), 0U);
  }
}

}  // namespace
}  // namespace bsg::kernels
