#include "files/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <utility>

#include "bsg/error.h"
#include "files/temporary_folder.h"

namespace bsg::files {
namespace {

using tests::TemporaryFolder;

std::string text_of(const MappedFile& file) {
  std::string text;
  for (const std::byte byte : file.bytes()) text.push_back(static_cast<char>(byte));
  return text;
}

std::error_code code_of_mapping(const std::string& path) {
  try {
    const MappedFile file(path);
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    return error.code();
  }
  return {};
}

TEST(MappedFile, ShowsTheBytes) {
  const TemporaryFolder folder;
  const std::string content("first\0second\n", 13);
  EXPECT_EQ(text_of(MappedFile(folder.write("file", content))), content);
}

TEST(MappedFile, EmptyFileGivesAnEmptySpan) {
  const TemporaryFolder folder;
  EXPECT_TRUE(MappedFile(folder.write("file", "")).bytes().empty());
  EXPECT_TRUE(MappedFile().bytes().empty());
}

TEST(MappedFile, MovingKeepsTheBytesInPlace) {
  const TemporaryFolder folder;
  MappedFile first(folder.write("a", "one"));
  const std::byte* const where = first.bytes().data();
  MappedFile second(std::move(first));
  EXPECT_EQ(second.bytes().data(), where);
  MappedFile third(folder.write("b", "two"));
  third = std::move(second);
  EXPECT_EQ(third.bytes().data(), where);
  EXPECT_EQ(text_of(third), "one");
}

TEST(MappedFile, OutlivesTheName) {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "still here");
  const MappedFile file(path);
  std::filesystem::remove(path);
  EXPECT_EQ(text_of(file), "still here");
}

TEST(MappedFile, RefusesWhatIsNoReadableFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(code_of_mapping(folder / "missing"), std::errc::no_such_file_or_directory);
  EXPECT_EQ(code_of_mapping(folder.path()), std::errc::is_a_directory);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(code_of_mapping(folder / "pipe"), std::errc::no_such_device);
}

TEST(MappedFile, RefusesAFileWithoutPermission) {
  if (tests::is_superuser()) GTEST_SKIP() << "the superuser may read every file";
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "secret");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  EXPECT_EQ(code_of_mapping(path), std::errc::permission_denied);
}

}  // namespace
}  // namespace bsg::files
