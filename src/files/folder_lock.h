#pragma once

#include <filesystem>

#include "files/descriptor.h"

namespace bsg::files {

/// Keeps other programs from taking the same lock while the value lives; gone with the program,
/// however it ends. Where the file system has no locks, everybody gets one.
class FolderLock {
 public:
  FolderLock() = default;
  /// Throws FileError if the folder cannot be opened. Check is_taken() then.
  explicit FolderLock(const std::filesystem::path& folder);

  /// False if somebody else has the lock.
  [[nodiscard]] bool is_taken() const { return taken_; }

 private:
  Descriptor folder_;
  bool taken_ = false;
};

}  // namespace bsg::files
