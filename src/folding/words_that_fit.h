#pragma once

#include <cstddef>
#include <cstdint>

#include "folding/fixed_contexts.h"

namespace bsg::folding {

/// Bytes that inferring a word takes, about, whatever its lines are: its prior, its density while
/// it is inferred and as a result, the weights of its negatives, its name.
std::uint64_t bytes_a_word(const FixedContexts& contexts);

/// Throws ResourceError if inferring so many words needs more than `budget` bytes.
void refuse_too_many(std::size_t words, const FixedContexts& contexts, std::uint64_t budget);

}  // namespace bsg::folding
