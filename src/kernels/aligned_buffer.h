#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "kernels/row_layout.h"

namespace bsg::kernels {

template <typename T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <typename U>
  explicit AlignedAllocator(const AlignedAllocator<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t size) {
    if (size > static_cast<std::size_t>(-1) / sizeof(T)) {
      throw std::bad_array_new_length();
    }
    return static_cast<T*>(::operator new(size * sizeof(T), std::align_val_t{kAlignment}));
  }
  void deallocate(T* pointer, std::size_t /*size*/) noexcept {
    ::operator delete(pointer, std::align_val_t{kAlignment});
  }

  friend bool operator==(AlignedAllocator /*a*/, AlignedAllocator /*b*/) noexcept { return true; }
};

/// Floats at kAlignment, zero unless given a value: what the kernels' aligned arrays are kept in.
using AlignedBuffer = std::vector<float, AlignedAllocator<float>>;

}  // namespace bsg::kernels
