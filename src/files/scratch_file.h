#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "files/descriptor.h"

namespace bsg::files {

/// A file without a name, for what does not fit into memory: its space is free again with the
/// value, or when the program ends in whatever way. All members throw FileError that names the
/// folder and what to do. Appending is for one thread at a time; reading is for any number.
class ScratchFile {
 public:
  explicit ScratchFile(const std::filesystem::path& folder);

  void append(std::string_view bytes);
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// Fills `into` with what lies at `offset`; so much must have been appended.
  void read(std::uint64_t offset, std::span<char> into) const;

 private:
  [[noreturn]] void fail(std::string_view action, int error_number) const;

  std::filesystem::path folder_;
  Descriptor file_;
  std::uint64_t size_ = 0;
};

}  // namespace bsg::files
