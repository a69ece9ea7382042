#pragma once

#include <tbb/parallel_for.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/aligned_buffer.h"

namespace bsg::sampling {

/// Values grouped by a small integer key.
struct Groups {
  using Values = std::vector<std::uint32_t, kernels::AlignedAllocator<std::uint32_t>>;

  std::vector<std::uint64_t> offsets;  ///< one more than there are keys
  Values values;

  [[nodiscard]] std::span<const std::uint32_t> operator[](std::uint32_t key) const {
    return std::span(values).subspan(offsets[key], offsets[key + 1] - offsets[key]);
  }
};

/// Stable counting sort of the items of `parts` pieces of work, in the order of the pieces: the
/// result does not depend on how the items are cut into pieces. visit(part, emit) calls emit(key,
/// value) for each item of a piece and is called twice for each.
template <class Visit>
void group_by_key(std::size_t keys, std::size_t parts, Visit visit, Groups& groups) {
  std::vector<std::vector<std::uint64_t>> next(parts);
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    next[part].assign(keys, 0);
    visit(part, [&](std::uint32_t key, std::uint32_t) { ++next[part][key]; });
  });

  groups.offsets.resize(keys + 1);
  std::uint64_t total = 0;
  for (std::size_t key = 0; key < keys; ++key) {
    groups.offsets[key] = total;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::uint64_t count = next[part][key];
      next[part][key] = total;
      total += count;
    }
  }
  groups.offsets[keys] = total;

  if (groups.values.capacity() < total) {
    // What is there is not needed: growing it would hold it twice.
    groups.values = Groups::Values();
    groups.values.reserve(total + total / 64);
  }
  groups.values.resize(total);
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    visit(part, [&](std::uint32_t key, std::uint32_t value) {
      groups.values[next[part][key]++] = value;
    });
  });
}

}  // namespace bsg::sampling
