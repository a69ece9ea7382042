#include "files/size_text.h"

#include <gtest/gtest.h>

namespace bsg::files {
namespace {

TEST(SizeText, HasTheUnitThatFits) {
  EXPECT_EQ(size_text(0), "0 B");
  EXPECT_EQ(size_text(999), "999 B");
  EXPECT_EQ(size_text(1'000), "1.0 kB");
  EXPECT_EQ(size_text(12'940'000), "12.9 MB");
  EXPECT_EQ(size_text(6'442'450'944), "6.44 GB");
  EXPECT_EQ(size_text(16'200'000'000'000), "16200.00 GB");
}

}  // namespace
}  // namespace bsg::files
