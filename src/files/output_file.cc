#include "files/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <system_error>

#include "files/file_error.h"
#include "files/output_target.h"
#include "wording/compose.h"

namespace bsg::files {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferSize = std::size_t{1} << 18;

/// Makes a rename durable; folders that may not be read cannot be synchronised.
bool sync_folder(const fs::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return !opened.is_open() || ::fsync(opened.get()) == 0 || errno == EINVAL;
}

}  // namespace

OutputFile::OutputFile(const fs::path& path) : path_(path) {
  buffer_.reserve(kBufferSize);
  const OutputTarget target = resolve_output(path);
  target_ = target.path;
  if (target.direct) {
    descriptor_ = Descriptor(::open(target_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (!descriptor_.is_open()) fail("write", errno);
  } else {
    open_aside();
    if (target.exists) keep_permissions();
  }
}

OutputFile::OutputFile(const fs::path& path, const std::string& temporary_name)
    : path_(path), target_(path) {
  buffer_.reserve(kBufferSize);
  open_aside(temporary_name);
}

OutputFile::~OutputFile() {
  discard();
}

void OutputFile::open_aside() {
  std::random_device random;
  do {
    const fs::path candidate = folder_of(target_) / fmt::format(".bsg-{:08x}.tmp", random());
    descriptor_ =
        Descriptor(::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (descriptor_.is_open()) temporary_ = candidate;
  } while (!descriptor_.is_open() && errno == EEXIST);
  if (!descriptor_.is_open()) fail_to_create(errno);
}

void OutputFile::open_aside(const std::string& temporary_name) {
  const fs::path candidate = folder_of(target_) / temporary_name;
  ::unlink(candidate.c_str());
  descriptor_ =
      Descriptor(::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!descriptor_.is_open()) fail_to_create(errno);
  temporary_ = candidate;
}

void OutputFile::fail_to_create(int error_number) {
  std::error_code ignored;
  if (error_number == ENOENT && !fs::exists(folder_of(target_), ignored)) throw_missing_folder();
  fail("create", error_number);
}

void OutputFile::throw_missing_folder() const {
  throw_file_error("create", path_, ENOENT,
                   wording::compose(" (make the folder '{}' first)", folder_of(target_).string()));
}

void OutputFile::keep_permissions() {
  struct stat status {};
  if (::stat(target_.c_str(), &status) != 0) return;
  if (::fchmod(descriptor_.get(), status.st_mode & 07777) != 0) fail("write", errno);
}

void OutputFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBufferSize) flush();
  if (bytes.size() >= kBufferSize) {
    write_through(bytes);
  } else {
    buffer_.append(bytes);
  }
}

void OutputFile::flush() {
  write_through(buffer_);
  buffer_.clear();
}

void OutputFile::write_through(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_.get(), bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fail("write", errno);
    }
  }
}

void OutputFile::overwrite_start(std::string_view bytes) {
  flush();
  off_t offset = 0;
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", errno);
    offset += written;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::make_durable() {
  flush();
  if (!temporary_.empty() && ::fsync(descriptor_.get()) != 0) fail("write", errno);
  if (!descriptor_.close()) fail("write", errno);
  durable_ = true;
}

void OutputFile::commit() {
  if (!durable_) make_durable();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("replace", errno);
  temporary_.clear();
  if (!sync_folder(folder_of(target_))) fail("write", errno);
}

void OutputFile::discard() noexcept {
  descriptor_.close();
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void OutputFile::fail(std::string_view action, int error_number) {
  discard();
  throw_file_error(action, path_, error_number);
}

}  // namespace bsg::files
