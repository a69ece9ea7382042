#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "corpus/vocabulary.h"
#include "counting/word_table.h"

namespace bsg::tests {

/// Words w000, w001, … with the given counts, which must not ascend, so that ids are the indices.
inline corpus::Vocabulary vocabulary_with_counts(const std::vector<std::uint64_t>& counts) {
  counting::WordTable table;
  for (std::size_t id = 0; id < counts.size(); ++id) {
    table.add(fmt::format("w{:03}", id), counts[id]);
  }
  return corpus::Vocabulary::build(table, {.size = 1000000, .min_count = 0});
}

}  // namespace bsg::tests
