#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

#include "kernels/row_layout.h"

namespace bsg::kernels {

/// Memory at kAlignment. Large pieces are on huge pages where the system has them, since rows are
/// read in random order. Throws std::bad_alloc.
void* allocate_aligned(std::size_t bytes);
void deallocate_aligned(void* pointer, std::size_t bytes) noexcept;

template <typename T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <typename U>
  explicit AlignedAllocator(const AlignedAllocator<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
      throw std::bad_array_new_length();
    }
    return static_cast<T*>(allocate_aligned(size * sizeof(T)));
  }
  void deallocate(T* pointer, std::size_t size) noexcept {
    deallocate_aligned(pointer, size * sizeof(T));
  }

  friend bool operator==(AlignedAllocator /*a*/, AlignedAllocator /*b*/) noexcept { return true; }
};

/// Floats at kAlignment, zero unless given a value: what the kernels' aligned arrays are kept in.
using AlignedBuffer = std::vector<float, AlignedAllocator<float>>;

}  // namespace bsg::kernels
