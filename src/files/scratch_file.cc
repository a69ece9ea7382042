#include "files/scratch_file.h"

#include <unistd.h>

#include <cerrno>

#include "files/file_error.h"
#include "files/unnamed_file.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::files {
namespace {

using wording::compose;

Wording advice() {
  return compose("make room there, name another folder with {}, or allow more with {}",
                 wording::option("scratch"), wording::option("memory"));
}

}  // namespace

ScratchFile::ScratchFile(const std::filesystem::path& folder)
    : folder_(folder), file_(open_unnamed_file(folder, compose(" ({})", advice()))) {}

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
  throw_file_error(fmt::format("{} a scratch file in", action), folder_, error_number,
                   compose(" (after {} MiB; {})", size_ >> 20, advice()));
}

}  // namespace bsg::files
