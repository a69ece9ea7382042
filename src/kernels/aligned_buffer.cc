#include "kernels/aligned_buffer.h"

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bsg::kernels {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= 2 * kHugePage ? kHugePage : kAlignment};
}

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  void* const pointer = ::operator new(bytes, alignment_of(bytes));
#ifdef __linux__
  // Advice only: a system that does not take it serves small pages.
  if (bytes >= 2 * kHugePage) ::madvise(pointer, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return pointer;
}

void deallocate_aligned(void* pointer, std::size_t bytes) noexcept {
  ::operator delete(pointer, alignment_of(bytes));
}

}  // namespace bsg::kernels
