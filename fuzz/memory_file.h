#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace bsg::fuzz {

/// Bytes under a path, without a disk.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size)
      : file_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    for (std::size_t done = 0; file_ >= 0 && done < size;) {
      const ssize_t written = ::write(file_, data + done, size - done);
      if (written <= 0) std::abort();
      done += static_cast<std::size_t>(written);
    }
    if (file_ < 0) std::abort();
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::filesystem::path path() const {
    return "/proc/self/fd/" + std::to_string(file_);
  }

 private:
  int file_;
};

/// Ends the program, which the fuzzer reports with the input, unless `condition` holds.
inline void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace bsg::fuzz
