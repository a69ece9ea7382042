#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace bsg::files {

/// The bytes of a regular file, mapped read-only for as long as the value lives. Later changes of
/// the file's name do no harm; a file that is made shorter while mapped does.
class MappedFile {
 public:
  MappedFile() = default;

  /// Throws FileError if `path` is missing, unreadable, or not a regular file. An empty file gives
  /// an empty span.
  explicit MappedFile(const std::filesystem::path& path);

  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  /// Starts on a page boundary; stays where it is when the value is moved.
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

  /// The memory of a part that was read is free for others; it is read again where it is needed.
  void give_back(std::span<const std::byte> part) const noexcept;

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace bsg::files
