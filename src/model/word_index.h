#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "counting/word_slots.h"
#include "model/word_list.h"

namespace bsg::model {

/// From a word to its id in a WordList, which must outlive the index.
class WordIndex {
 public:
  WordIndex() = default;

  /// Throws tensors::FormatError if a word is in the list twice; `what` the words are: word or
  /// user. REQUIRES: fewer than 2³² − 1 words.
  explicit WordIndex(WordList words, std::string_view what = "word");

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const noexcept;

 private:
  [[nodiscard]] std::size_t place_of(const counting::HashedWord& word) const noexcept;

  WordList words_;
  counting::WordSlots slots_;
};

}  // namespace bsg::model
