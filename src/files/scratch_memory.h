#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "files/descriptor.h"

namespace bsg::files {

/// A folder for files, or nothing for memory.
using ScratchPlace = std::optional<std::filesystem::path>;

/// Pages that lie in memory, or in an unnamed file that is mapped: the system then keeps in memory
/// what there is room for. Zero until written. The space of a file is taken on the disk when it is
/// asked for, so that writing cannot fail later. Move-only; addresses stay when it is moved.
class ScratchMemory {
 public:
  ScratchMemory() = default;
  /// Throws FileError for a folder that cannot be used or has too little room, std::bad_alloc for
  /// memory.
  ScratchMemory(const ScratchPlace& place, std::size_t bytes);

  ~ScratchMemory() { release(); }
  ScratchMemory(ScratchMemory&& other) noexcept;
  ScratchMemory& operator=(ScratchMemory&& other) noexcept;
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  /// Starts on a page boundary.
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }
  [[nodiscard]] bool is_file() const noexcept { return folder_.has_value(); }

  /// Keeps what is there, moves it where it must, and never holds it twice. Throws as the
  /// constructor does, and changes nothing then.
  void resize(std::size_t bytes);

  /// The bytes will be gone through in order, again and again.
  void advise_sequential() const noexcept;

 private:
  void reserve_disk(std::size_t bytes) const;
  void release() noexcept;

  std::span<std::byte> bytes_;
  ScratchPlace folder_;
  Descriptor file_;
};

}  // namespace bsg::files
