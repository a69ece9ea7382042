#include "files/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <future>

#include "bsg/error.h"
#include "bsg/files.h"
#include "files/temporary_folder.h"

namespace bsg::files {
namespace {

namespace fs = std::filesystem;
using tests::content_of;
using tests::TemporaryFolder;

void write_file(const fs::path& path, std::string_view content) {
  OutputFile file(path);
  file.write(content);
  file.commit();
}

/// The reason of the FileError that `action` throws, which must name `path`.
template <class Action>
std::error_code code_of(const std::string& path, const Action& action) {
  try {
    action();
  } catch (const FileError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(path), std::string::npos) << message;
    EXPECT_NE(message.find(error.code().message()), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return error.code();
  }
  return {};
}

fs::perms permissions_of(const fs::path& path) {
  return fs::status(path).permissions();
}

/// Sets a limit of the process for one scope.
template <int Resource>
class Limit {
 public:
  explicit Limit(rlim_t value) {
    ::getrlimit(Resource, &before_);
    const rlimit limited{value, before_.rlim_max};
    ::setrlimit(Resource, &limited);
  }
  ~Limit() { ::setrlimit(Resource, &before_); }
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;

 private:
  rlimit before_{};
};

class Umask {
 public:
  explicit Umask(mode_t mask) : before_(::umask(mask)) {}
  ~Umask() { ::umask(before_); }
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;

 private:
  mode_t before_;
};

TEST(OutputFile, AppearsWithCommit) {
  const TemporaryFolder folder;
  const std::string path = folder / "file";
  OutputFile file(path);
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(fs::exists(path));
  file.commit();
  EXPECT_EQ(content_of(path), "one two");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

TEST(OutputFile, WritesLargeAndSmallPiecesInOrder) {
  const TemporaryFolder folder;
  std::string expected;
  {
    OutputFile file(folder / "file");
    for (std::size_t piece = 0; piece < 60; ++piece) {
      const std::string bytes(piece * piece * 200, static_cast<char>('a' + piece % 26));
      file.write(bytes);
      expected += bytes;
    }
    file.commit();
  }
  EXPECT_EQ(content_of(folder / "file"), expected);
}

TEST(OutputFile, WithoutCommitTheOldFileStays) {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  {
    OutputFile file(path);
    file.write(std::string(1 << 20, 'x'));
  }
  EXPECT_EQ(content_of(path), "old");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
}

TEST(OutputFile, NewFileObeysTheUmask) {
  const TemporaryFolder folder;
  const Umask umask(027);
  write_file(folder / "file", "x");
  EXPECT_EQ(permissions_of(folder / "file"), fs::perms{0640});
}

TEST(OutputFile, ReplacedFileKeepsItsPermissions) {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  fs::permissions(path, fs::perms{0604});
  write_file(path, "new");
  EXPECT_EQ(content_of(path), "new");
  EXPECT_EQ(permissions_of(path), fs::perms{0604});
}

TEST(OutputFile, LinkStaysALink) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "elsewhere");
  const std::string target = folder.write("elsewhere/target", "old");
  fs::create_symlink("elsewhere/target", folder / "near");
  fs::create_symlink(folder / "near", folder / "far");
  write_file(folder / "far", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "far"));
  EXPECT_TRUE(fs::is_symlink(folder / "near"));
  EXPECT_FALSE(fs::is_symlink(target));
  EXPECT_EQ(content_of(target), "new");
}

TEST(OutputFile, LinkToNothingMakesItsTarget) {
  const TemporaryFolder folder;
  fs::create_symlink("target", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(content_of(folder / "target"), "new");
}

TEST(OutputFile, LoopOfLinksIsAnError) {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  const std::string path = folder / "a";
  EXPECT_EQ(code_of(path, [&] { OutputFile file(path); }),
            std::errc::too_many_symbolic_link_levels);
}

TEST(OutputFile, PipeIsWrittenDirectly) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  check_writable(path);
  auto reader = std::async(std::launch::async, [&] { return content_of(path); });
  write_file(path, "through the pipe");
  EXPECT_EQ(reader.get(), "through the pipe");
  EXPECT_TRUE(fs::is_fifo(path));
  EXPECT_EQ(folder.names().size(), 1U);
}

TEST(OutputFile, OpenDescriptorIsAppendedTo) {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "before ");
  const Descriptor open_file(::open(path.c_str(), O_WRONLY));
  write_file("/proc/self/fd/" + std::to_string(open_file.get()), "after");
  EXPECT_EQ(content_of(path), "before after");
}

TEST(OutputFile, FullDeviceIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const std::string path = "/dev/full";
  EXPECT_EQ(code_of(path, [&] { write_file(path, "small"); }), std::errc::no_space_on_device);
  EXPECT_EQ(code_of(path, [&] { OutputFile(path).write(std::string(1 << 20, 'x')); }),
            std::errc::no_space_on_device);
  EXPECT_TRUE(fs::is_character_file(path));
}

TEST(OutputFile, FailedWriteLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  {
    const Limit<RLIMIT_FSIZE> limit(1000);
    OutputFile file(path);
    file.write(std::string(2000, 'x'));
    EXPECT_EQ(code_of(path, [&] { file.commit(); }), std::errc::file_too_large);
    EXPECT_EQ(folder.names(), std::vector<std::string>{"file"});
    EXPECT_EQ(code_of(path, [&] { file.commit(); }), std::errc::bad_file_descriptor);
  }
  std::signal(SIGXFSZ, before);
  EXPECT_EQ(content_of(path), "old");
}

TEST(OutputFile, RefusesFolderMissingFolderAndEmptyName) {
  const TemporaryFolder folder;
  for (const auto& open : {+[](const std::string& path) { OutputFile file(path); },
                           +[](const std::string& path) { check_writable(path); }}) {
    const std::string missing = folder / "missing/file";
    const std::string through_file = folder.write("file", "") + "/below";
    EXPECT_EQ(code_of(folder.path(), [&] { open(folder.path()); }), std::errc::is_a_directory);
    EXPECT_EQ(code_of(missing, [&] { open(missing); }), std::errc::no_such_file_or_directory);
    EXPECT_EQ(code_of(through_file, [&] { open(through_file); }), std::errc::not_a_directory);
    EXPECT_EQ(code_of("", [&] { open(""); }), std::errc::no_such_file_or_directory);
  }
}

TEST(OutputFile, RefusesReadOnlyFolderAndReadOnlyFile) {
  if (tests::is_superuser()) GTEST_SKIP() << "the superuser may write everywhere";
  const TemporaryFolder folder;
  const std::string locked = folder.write("locked", "old");
  fs::permissions(locked, fs::perms{0444});
  EXPECT_EQ(code_of(locked, [&] { check_writable(locked); }), std::errc::permission_denied);
  EXPECT_EQ(code_of(locked, [&] { OutputFile file(locked); }), std::errc::permission_denied);
  fs::permissions(folder.path(), fs::perms{0555});
  const std::string path = folder / "new";
  EXPECT_EQ(code_of(path, [&] { check_writable(path); }), std::errc::permission_denied);
  EXPECT_EQ(code_of(path, [&] { OutputFile file(path); }), std::errc::permission_denied);
}

TEST(CheckWritable, LeavesNoTrace) {
  const TemporaryFolder folder;
  const std::string old_file = folder.write("old", "content");
  check_writable(folder / "new");
  check_writable(old_file);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"old"});
  EXPECT_EQ(content_of(old_file), "content");
}

TEST(OutputFileStart, CanBeFilledInAtTheEnd) {
  const TemporaryFolder folder;
  OutputFile file(folder / "out");
  const std::string rest(std::size_t{1} << 19, 'x');
  file.write("0000");
  file.write(rest);
  file.overwrite_start("1234");
  file.write("end");
  file.commit();
  EXPECT_EQ(content_of(folder / "out"), "1234" + rest + "end");
}

TEST(OutputFileWithATemporaryName, ReplacesWhatAKilledProgramLeft) {
  const TemporaryFolder folder;
  const std::string left = folder.write("next", "half a file");
  {
    OutputFile file(folder / "out", "next");
    file.write("whole");
    EXPECT_FALSE(fs::exists(folder / "out"));
    EXPECT_TRUE(fs::exists(left));
    file.commit();
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
  EXPECT_EQ(content_of(folder / "out"), "whole");
  { const OutputFile never_committed(folder / "out", "next"); }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

}  // namespace
}  // namespace bsg::files
