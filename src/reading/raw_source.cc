#include "reading/raw_source.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "bsg/error.h"
#include "files/file_error.h"
#include "files/unnamed_file.h"

namespace bsg::reading {
namespace {

using files::throw_file_error;

constexpr int kPatience = 100;  // milliseconds between looks at the stop token

}  // namespace

std::size_t SeekableSource::read(std::span<char> into) {
  ssize_t got = -1;
  do {
    got = ::pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset_));
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw_file_error("read", name_, errno);
  const auto length = static_cast<std::size_t>(got);
  offset_ += length;
  if (reading_.bytes_read != nullptr) *reading_.bytes_read += length;
  return length;
}

std::size_t PipeSource::read(std::span<char> into) {
  const std::size_t length = read_some(into);
  if (reading_.bytes_read != nullptr) *reading_.bytes_read += length;
  if (kept_) keep(into.first(length));
  return length;
}

void PipeSource::wait() {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  int ready = 0;
  while (ready == 0) {
    if (reading_.stop.stop_requested()) throw Interrupted("interrupted while reading the texts");
    ready = ::poll(&waiting, 1, kPatience);
    if (ready < 0 && errno == EINTR) ready = 0;
  }
  if (ready < 0) throw_file_error("read", name_, errno);
}

std::size_t PipeSource::read_some(std::span<char> into) {
  while (true) {
    wait();
    const ssize_t got = ::read(descriptor_, into.data(), into.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR && errno != EAGAIN) throw_file_error("read", name_, errno);
  }
}

void PipeSource::keep(std::span<const char> bytes) {
  if (bytes.empty()) kept_->complete = true;
  while (!bytes.empty()) {
    const ssize_t written = ::write(kept_->file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      throw_file_error("keep a copy of '" + name_ + "' in", files::scratch_folder(), errno);
    kept_->size += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

}  // namespace bsg::reading
