#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "corpus/vocabulary.h"
#include "counting/word_counts.h"
#include "counting/word_table.h"

namespace bsg::corpus {

/// The ids that the words of a table have in a vocabulary, by their index.
class WordIds {
 public:
  WordIds(const counting::WordTable& words, const Vocabulary& vocabulary) : ids_(words.size()) {
    for (std::size_t index = 0; index < ids_.size(); ++index) {
      ids_[index] = vocabulary.find(words.word(index));
    }
  }

  [[nodiscard]] std::optional<std::uint32_t> operator[](std::uint32_t index) const {
    return ids_[index];
  }

 private:
  std::vector<std::optional<std::uint32_t>> ids_;
};

/// The words of a table, each with the count at its index.
inline counting::WordCounts with_counts(const counting::WordTable& words,
                                        const std::vector<std::uint64_t>& counts) {
  counting::WordTable counted;
  for (std::size_t index = 0; index < counts.size(); ++index) {
    counted.add(words.word(index), counts[index]);
  }
  return counting::WordCounts(std::move(counted));
}

}  // namespace bsg::corpus
