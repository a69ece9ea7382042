#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reading/byte_source.h"

namespace bsg::model {

/// Bytes in order, looked at before they are taken. Memory grows with what has been read, never
/// with a length that the bytes claim.
class BufferedBytes {
 public:
  explicit BufferedBytes(std::unique_ptr<reading::ByteSource> source)
      : source_(std::move(source)) {}

  /// The next bytes without taking them: `size` of them, or all that are left. Valid until the next
  /// call.
  std::string_view peek(std::size_t size);

  /// The next bytes up to `end`, which is taken too but not given; all that is left if there is no
  /// `end` any more. Valid until the next call.
  std::string_view take_until(char end);

  /// Fills `into`; false if fewer bytes are left.
  bool take(std::span<char> into);

  bool at_end() { return peek(1).empty(); }

 private:
  bool read_more();
  std::string_view take_first(std::size_t size);
  [[nodiscard]] std::string_view ready() const {
    return std::string_view(buffer_.data(), buffer_.size()).substr(taken_);
  }

  std::unique_ptr<reading::ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t taken_ = 0;  ///< of the buffer
  bool exhausted_ = false;
};

}  // namespace bsg::model
