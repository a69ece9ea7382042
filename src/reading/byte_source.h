#pragma once

#include <cstddef>
#include <span>

namespace bsg::reading {

/// Bytes in order, once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Fills the start of `into` (not empty) and returns how much; 0 only at the end. Throws
  /// FileError, InputError or Interrupted.
  virtual std::size_t read(std::span<char> into) = 0;
};

}  // namespace bsg::reading
