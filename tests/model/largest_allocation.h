#pragma once

#include <cstddef>

namespace bsg::tests {

/// Watches what is asked of operator new, in all threads, while it lives. One at a time.
class LargestAllocation {
 public:
  LargestAllocation();
  ~LargestAllocation();
  LargestAllocation(const LargestAllocation&) = delete;
  LargestAllocation& operator=(const LargestAllocation&) = delete;

  /// Bytes of the largest single request so far.
  [[nodiscard]] static std::size_t bytes();
};

}  // namespace bsg::tests
