#include "model/word_index.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <bit>
#include <limits>

#include "model/safetensors.h"

namespace bsg::model {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

}  // namespace

WordIndex::WordIndex(WordList words)
    : words_(words), slots_(std::bit_ceil(2 * words.size() + 1), kFree) {
  for (std::size_t id = 0; id < words_.size(); ++id) {
    std::uint32_t& place = slots_[slot(words_[id])];
    if (place != kFree) {
      throw FormatError(fmt::format("the word {:?} is there twice", words_[id]));
    }
    place = static_cast<std::uint32_t>(id);
  }
}

std::size_t WordIndex::slot(std::string_view word) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = XXH3_64bits(word.data(), word.size()) & mask;
  while (slots_[place] != kFree && words_[slots_[place]] != word) place = (place + 1) & mask;
  return place;
}

std::optional<std::uint32_t> WordIndex::find(std::string_view word) const noexcept {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t id = slots_[slot(word)];
  return id == kFree ? std::nullopt : std::optional(id);
}

}  // namespace bsg::model
