#include "files/scratch_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "bsg/error.h"

namespace bsg::files {
namespace {

/// Not every file system can make a file that never had a name.
Descriptor open_unnamed(const std::filesystem::path& folder) {
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.is_open() || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
  std::string path = (folder / "bsg-scratch-XXXXXX").string();
  file = Descriptor(::mkostemp(path.data(), O_CLOEXEC));
  if (file.is_open()) ::unlink(path.c_str());
  return file;
}

}  // namespace

ScratchFile::ScratchFile(const std::filesystem::path& folder)
    : folder_(folder), file_(open_unnamed(folder)) {
  if (!file_.is_open()) fail("create", errno);
}

void ScratchFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", errno);
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void ScratchFile::read(std::uint64_t offset, std::span<char> into) const {
  while (!into.empty()) {
    const ssize_t got = ::pread(file_.get(), into.data(), into.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("read", got < 0 ? errno : EIO);
    offset += static_cast<std::uint64_t>(got);
    into = into.subspan(static_cast<std::size_t>(got));
  }
}

void ScratchFile::fail(std::string_view action, int error_number) const {
  const std::error_code reason(error_number, std::generic_category());
  throw FileError(
      fmt::format("cannot {} a scratch file in '{}': {} (after {} MiB; make room there, name "
                  "another folder with --scratch, or allow more with --memory)",
                  action, folder_.string(), reason.message(), size_ >> 20),
      reason, folder_.string());
}

}  // namespace bsg::files
