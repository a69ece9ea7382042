#include "model/word_index.h"

#include <fmt/format.h>

#include "tensors/format_error.h"

namespace bsg::model {

using counting::HashedWord;
using counting::WordSlots;
using tensors::FormatError;

WordIndex::WordIndex(WordList words, std::string_view what) : words_(words) {
  slots_.reset(WordSlots::needed(words_.size()));
  for (std::size_t id = 0; id < words_.size(); ++id) {
    const HashedWord word = counting::hashed(words_[id]);
    const std::size_t place = place_of(word);
    if (slots_.index(place) != WordSlots::kFree) {
      throw FormatError(fmt::format("the {} {:?} is there twice", what, words_[id]));
    }
    slots_.put(place, word, static_cast<std::uint32_t>(id));
  }
}

std::size_t WordIndex::place_of(const HashedWord& word) const noexcept {
  return slots_.place_of(word, [this](std::uint32_t id) { return words_[id]; });
}

std::optional<std::uint32_t> WordIndex::find(std::string_view word) const noexcept {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t id = slots_.index(place_of(counting::hashed(word)));
  return id == WordSlots::kFree ? std::nullopt : std::optional(id);
}

}  // namespace bsg::model
