#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/word_list.h"

namespace bsg::model {

/// From a word to its id: open addressing over a WordList, which must outlive the index.
class WordIndex {
 public:
  WordIndex() = default;

  /// Throws FormatError if a word is in the list twice. REQUIRES: fewer than 2³² − 1 words.
  explicit WordIndex(WordList words);

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const noexcept;

 private:
  /// Where `word` is, or the free slot where it belongs.
  [[nodiscard]] std::size_t slot(std::string_view word) const noexcept;

  WordList words_;
  std::vector<std::uint32_t> slots_;  ///< a power of two, at least twice the words
};

}  // namespace bsg::model
