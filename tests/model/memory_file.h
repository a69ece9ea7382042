#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace bsg::tests {

/// A file without a disk, which can be changed hundreds of thousands of times in no time.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes = {}) : file_(::memfd_create("test", MFD_CLOEXEC)) {
    replace(bytes);
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::filesystem::path path() const {
    return "/proc/self/fd/" + std::to_string(file_);
  }

  void replace(const std::string& bytes) const {
    ASSERT_EQ(::ftruncate(file_, static_cast<off_t>(bytes.size())), 0);
    ASSERT_EQ(::pwrite(file_, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
  }
  void put(std::size_t place, char byte) const {
    ASSERT_EQ(::pwrite(file_, &byte, 1, static_cast<off_t>(place)), 1);
  }
  void shorten(std::size_t size) const {
    ASSERT_EQ(::ftruncate(file_, static_cast<off_t>(size)), 0);
  }

 private:
  int file_;
};

}  // namespace bsg::tests
