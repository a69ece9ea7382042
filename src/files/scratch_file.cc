#include "files/scratch_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "bsg/error.h"
#include "files/unnamed_file.h"

namespace bsg::files {
namespace {

constexpr std::string_view kAdvice =
    "make room there, name another folder with --scratch, or allow more with --memory";

Descriptor open_with_advice(const std::filesystem::path& folder) {
  try {
    return open_unnamed_file(folder);
  } catch (const FileError& error) {
    throw FileError(fmt::format("{} ({})", error.what(), kAdvice), error.code(), error.path());
  }
}

}  // namespace

ScratchFile::ScratchFile(const std::filesystem::path& folder)
    : folder_(folder), file_(open_with_advice(folder)) {}

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
  throw FileError(fmt::format("cannot {} a scratch file in '{}': {} (after {} MiB; {})", action,
                              folder_.string(), reason.message(), size_ >> 20, kAdvice),
                  reason, folder_.string());
}

}  // namespace bsg::files
