#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "counting/word_table.h"

namespace bsg::corpus {

/// Indices of the words that were met at least `min_count` times, at most `size` of them, by count
/// descending, then bytes ascending: an order that depends on nothing else.
std::vector<std::uint32_t> most_frequent(const counting::WordTable& counts, std::uint64_t min_count,
                                         std::size_t size);

/// The chosen words alone, in the order of `chosen`.
counting::WordTable in_order(const counting::WordTable& counts,
                             std::span<const std::uint32_t> chosen);

}  // namespace bsg::corpus
