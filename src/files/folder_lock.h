#pragma once

#include <filesystem>

#include "files/descriptor.h"

namespace bsg::files {

/// Keeps other programs from taking the same lock while the value lives; gone with the program,
/// however it ends. Where the file system has no locks, everybody gets one.
class FolderLock {
 public:
  FolderLock() = default;
  /// Throws FileError if the folder cannot be opened. Check is_held() then.
  explicit FolderLock(const std::filesystem::path& folder);

  /// Whether this value has the lock; false if another has it.
  [[nodiscard]] bool is_held() const { return held_; }

 private:
  Descriptor folder_;
  bool held_ = false;
};

}  // namespace bsg::files
