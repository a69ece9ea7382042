#include "files/scratch_memory.h"

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "bsg/error.h"
#include "files/scratch_array.h"
#include "files/temporary_folder.h"
#include "files/unnamed_file.h"

namespace bsg::files {
namespace {

using tests::TemporaryFolder;

bool all_are(std::span<const std::byte> bytes, std::byte value) {
  return std::ranges::all_of(bytes, [value](std::byte one) { return one == value; });
}

class ScratchMemoryIn : public ::testing::TestWithParam<bool> {
 protected:
  [[nodiscard]] ScratchPlace place() const {
    return GetParam() ? ScratchPlace(folder_.path()) : std::nullopt;
  }
  TemporaryFolder folder_;
};

TEST_P(ScratchMemoryIn, StartsWithZerosAndKeepsWhatIsWritten) {
  ScratchMemory memory(place(), 3000000);
  EXPECT_EQ(memory.is_file(), GetParam());
  ASSERT_EQ(memory.bytes().size(), 3000000U);
  EXPECT_TRUE(all_are(memory.bytes(), std::byte{0}));
  std::ranges::fill(memory.bytes(), std::byte{7});
  memory.advise_sequential();
  EXPECT_TRUE(all_are(memory.bytes(), std::byte{7}));
}

TEST_P(ScratchMemoryIn, KeepsItsContentWhenResized) {
  ScratchMemory memory(place(), 5000);
  std::ranges::fill(memory.bytes(), std::byte{1});
  memory.resize(9000001);
  ASSERT_EQ(memory.bytes().size(), 9000001U);
  EXPECT_TRUE(all_are(memory.bytes().first(5000), std::byte{1}));
  std::ranges::fill(memory.bytes(), std::byte{2});
  memory.resize(100000);
  EXPECT_TRUE(all_are(memory.bytes(), std::byte{2}));
  memory.resize(0);
  EXPECT_TRUE(memory.bytes().empty());
  memory.resize(10);
  memory.bytes()[9] = std::byte{3};
}

TEST_P(ScratchMemoryIn, StaysWhereItIsWhenMoved) {
  ScratchMemory memory(place(), 100);
  const std::byte* const start = memory.bytes().data();
  ScratchMemory moved(std::move(memory));
  EXPECT_EQ(moved.bytes().data(), start);
  ScratchMemory assigned(place(), 50);
  assigned = std::move(moved);
  EXPECT_EQ(assigned.bytes().data(), start);
  EXPECT_EQ(assigned.bytes().size(), 100U);
}

INSTANTIATE_TEST_SUITE_P(MemoryAndFile, ScratchMemoryIn, ::testing::Bool());

TEST(ScratchMemory, LeavesNoNameInTheFolder) {
  const TemporaryFolder folder;
  const ScratchMemory memory(folder.path(), 100000);
  EXPECT_TRUE(folder.names().empty());
}

std::uint64_t free_bytes(const std::filesystem::path& folder) {
  struct statvfs disk {};
  EXPECT_EQ(::statvfs(folder.c_str(), &disk), 0);
  return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

std::string refusal(const std::filesystem::path& folder, std::size_t bytes) {
  try {
    const ScratchMemory memory(folder, bytes);
  } catch (const FileError& error) {
    EXPECT_EQ(error.path(), folder.string());
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return {};
}

TEST(ScratchMemory, NamesAFolderThatIsNotThere) {
  const TemporaryFolder folder;
  const std::string message = refusal(folder / "none", 100);
  EXPECT_NE(message.find(folder / "none"), std::string::npos) << message;
  EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
}

TEST(ScratchMemory, RefusesMoreThanTheDiskHas) {
  const TemporaryFolder folder;
  const std::string message = refusal(folder.path(), free_bytes(folder.path()) + (1ULL << 30));
  EXPECT_NE(message.find(folder.path().string()), std::string::npos) << message;
  EXPECT_NE(message.find("GB"), std::string::npos) << message;
  EXPECT_NE(message.find("another folder with scratch, or raise memory"), std::string::npos)
      << message;
}

/// A file system of one megabyte, for as long as the value lives.
class SmallDisk {
 public:
  explicit SmallDisk(const std::filesystem::path& folder)
      : folder_(folder),
        mounted_(::mount("bsg-test", folder.c_str(), "tmpfs", 0, "size=1m") == 0) {}
  ~SmallDisk() {
    if (mounted_) ::umount(folder_.c_str());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  [[nodiscard]] bool mounted() const { return mounted_; }

 private:
  std::filesystem::path folder_;
  bool mounted_;
};

TEST(ScratchMemory, FindsAFullDiskBeforeItIsWrittenTo) {
  const TemporaryFolder folder;
  const SmallDisk disk(folder.path());
  if (!disk.mounted()) GTEST_SKIP() << "only the superuser can make a small file system";
  ScratchMemory memory(folder.path(), 600000);
  std::ranges::fill(memory.bytes(), std::byte{5});
  EXPECT_THROW(memory.resize(2000000), FileError);
  ASSERT_EQ(memory.bytes().size(), 600000U);
  EXPECT_TRUE(all_are(memory.bytes(), std::byte{5}));
  EXPECT_THROW(ScratchMemory(folder.path(), 600000), FileError);
}

TEST(ScratchArray, GrowsLikeAVector) {
  ScratchArray<std::uint32_t> array;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t n = 0; n < 100000; ++n) {
    array.push_back(n * n);
    expected.push_back(n * n);
  }
  array.append(expected);
  expected.insert(expected.end(), expected.begin(), expected.begin() + 100000);
  EXPECT_FALSE(array.is_file());
  array.finish();
  EXPECT_TRUE(std::ranges::equal(array, expected));
  EXPECT_EQ(array.back(), expected.back());
  const ScratchArray<std::uint64_t> listed{3, 1, 4};
  EXPECT_TRUE(std::ranges::equal(listed, std::vector<std::uint64_t>{3, 1, 4}));
}

TEST(ScratchArray, MovesToAFileWhenItOutgrowsMemory) {
  const TemporaryFolder folder;
  ScratchArray<std::uint64_t> array(ScratchRule{folder.path(), 80000});
  for (std::uint64_t n = 0; n < 10000; ++n) array.push_back(n);
  EXPECT_FALSE(array.is_file());
  for (std::uint64_t n = 10000; n < 300000; ++n) array.push_back(n);
  EXPECT_TRUE(array.is_file());
  array.finish();
  ASSERT_EQ(array.size(), 300000U);
  for (std::uint64_t n = 0; n < array.size(); ++n) ASSERT_EQ(array[n], n);
}

TEST(ScratchFolder, IsTheChosenOneOrThatForTemporaryFiles) {
  EXPECT_EQ(scratch_folder("here"), "here");
  ::setenv("TMPDIR", "/some/where", 1);
  EXPECT_EQ(scratch_folder(), "/some/where");
  ::unsetenv("TMPDIR");
  EXPECT_EQ(scratch_folder(), "/var/tmp");
}

}  // namespace
}  // namespace bsg::files
