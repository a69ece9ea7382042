#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace bsg::model {

/// checksum() of bytes that come piece by piece.
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

}  // namespace bsg::model
