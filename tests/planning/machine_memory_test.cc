#include "planning/machine_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "files/temporary_folder.h"
#include "sanitized.h"

namespace bsg::planning {
namespace {

/// The files of a machine as far as memory_limit() reads them.
class PretendedMachine : public ::testing::Test {
 protected:
  void write(const std::filesystem::path& path, const std::string& content) const {
    const std::filesystem::path place = folder_.path() / path;
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place) << content;
  }
  [[nodiscard]] std::optional<std::uint64_t> limit() const { return memory_limit(folder_.path()); }

 private:
  tests::TemporaryFolder folder_;
};

TEST_F(PretendedMachine, WithoutControlGroupsHasNoLimit) {
  EXPECT_FALSE(limit().has_value());
}

TEST_F(PretendedMachine, Version2HasTheSmallestLimitFromTheGroupUp) {
  write("proc/self/cgroup", "0::/service/worker\n");
  write("sys/fs/cgroup/service/worker/memory.max", "max\n");
  EXPECT_FALSE(limit().has_value());
  write("sys/fs/cgroup/service/memory.max", "5000\n");
  EXPECT_EQ(limit(), 5000U);
  write("sys/fs/cgroup/service/worker/memory.max", "9000\n");
  EXPECT_EQ(limit(), 5000U);
  write("sys/fs/cgroup/memory.max", "4000\n");
  EXPECT_EQ(limit(), 4000U);
}

TEST_F(PretendedMachine, Version1HasItsOwnFolderAndFile) {
  write("proc/self/cgroup", "5:devices:/\n4:cpu,memory:/jobs/one\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit(), 9223372036854771712U);
  write("sys/fs/cgroup/memory/jobs/one/memory.limit_in_bytes", "123456\n");
  EXPECT_EQ(limit(), 123456U);
}

TEST(AutomaticBudget, LeavesAShareOfTheMachine) {
  const auto physical = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  EXPECT_LE(automatic_budget(), physical / 8 * 7);
  EXPECT_GT(automatic_budget(), 0U);
}

/// Far above what the test has mapped, so that lowering the limit for a moment does no harm.
TEST(AutomaticBudget, KeepsWithinTheLimitOfTheShell) {
  if (tests::kSanitized) GTEST_SKIP() << "a sanitizer needs more addresses than any limit leaves";
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  const std::uint64_t physical = automatic_budget() / 7 * 8;
  rlimit lower = before;
  for (const std::uint64_t limit : {physical / 2, physical * 1000}) {
    lower.rlim_cur = limit;
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &lower), 0);
    const std::optional<std::uint64_t> seen = address_space_limit();
    const std::uint64_t budget = automatic_budget();
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_EQ(seen, limit);
    EXPECT_EQ(budget, std::min(physical, limit) / 8 * 7);
  }
}

}  // namespace
}  // namespace bsg::planning
