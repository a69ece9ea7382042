#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace bsg::tensors {

inline constexpr std::size_t kChecksumDigits = 16;

/// XXH3 (64 bits) as 16 lower-case hexadecimal digits.
std::string checksum(std::span<const std::byte> bytes);

/// The same of bytes that come piece by piece.
class RunningChecksum {
 public:
  RunningChecksum();
  ~RunningChecksum();
  RunningChecksum(const RunningChecksum&) = delete;
  RunningChecksum& operator=(const RunningChecksum&) = delete;

  void add(std::span<const std::byte> bytes);
  [[nodiscard]] std::string digits() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bsg::tensors
