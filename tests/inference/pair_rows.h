#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inference/pair_source.h"
#include "sampling/pair_counter.h"

namespace bsg::tests {

/// Rows by word as a source of pairs; they must outlive it.
inline inference::PairSource source(const std::vector<sampling::PairRow>& rows) {
  return [&rows](auto word, auto& /*scratch*/, auto& row) { row = rows[word]; };
}

/// The same pairs by their partners, of as many words.
inline std::vector<sampling::PairRow> transposed(const std::vector<sampling::PairRow>& rows) {
  std::vector<sampling::PairRow> columns(rows.size());
  for (std::uint32_t word = 0; word < rows.size(); ++word) {
    for (std::size_t k = 0; k < rows[word].ids.size(); ++k) {
      sampling::PairRow& column = columns[rows[word].ids[k]];
      column.ids.push_back(word);
      column.counts.push_back(rows[word].counts[k]);
      column.pulls.push_back(rows[word].pulls[k]);
    }
  }
  return columns;
}

}  // namespace bsg::tests
