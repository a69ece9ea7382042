#include "counting/word_table.h"

#include <algorithm>

#include "bsg/error.h"

namespace bsg::counting {

std::size_t WordTable::place_of(const HashedWord& word) const {
  return slots_.place_of(word, [this](std::uint32_t index) { return this->word(index); });
}

std::uint32_t WordTable::add(const HashedWord& word, std::uint64_t n) {
  if (entries_.size() * 2 >= slots_.size()) grow();
  const std::size_t place = place_of(word);
  if (slots_.index(place) == WordSlots::kFree) slots_.put(place, word, append(word.word));
  const std::uint32_t index = slots_.index(place);
  entries_[index].count += n;
  return index;
}

std::uint32_t WordTable::append(std::string_view word) {
  if (entries_.size() >= WordSlots::kFree)
    throw InputError("the texts have more than 4294967295 distinct words");
  entries_.push_back({bytes_.size(), 0, static_cast<std::uint32_t>(word.size())});
  bytes_.insert(bytes_.end(), word.begin(), word.end());
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

void WordTable::grow() {
  slots_.reset(slots_.empty() ? WordSlots::needed(0) : slots_.size() * 2);
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    const HashedWord moved = hashed(word(index));
    slots_.put(slots_.free_place_of(moved), moved, static_cast<std::uint32_t>(index));
  }
}

void WordTable::merge(const WordTable& other) {
  for (std::size_t index = 0; index < other.size(); ++index)
    add(other.word(index), other.count(index));
}

void WordTable::clear() {
  bytes_.clear();
  entries_.clear();
  slots_.clear();
}

std::optional<std::uint32_t> WordTable::find(const HashedWord& word) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t index = slots_.index(place_of(word));
  return index == WordSlots::kFree ? std::nullopt : std::optional(index);
}

std::uint64_t WordTable::memory_with(std::uint64_t words, std::uint64_t bytes) const {
  const std::uint64_t all_words = entries_.size() + words;
  const std::uint64_t all_bytes = bytes_.size() + bytes;
  // A vector that grows is there twice for a while.
  const std::uint64_t moved_words = all_words > entries_.capacity() ? entries_.size() : 0;
  const std::uint64_t moved_bytes = all_bytes > bytes_.capacity() ? bytes_.size() : 0;
  return WordSlots::bytes(std::max(slots_.size(), WordSlots::needed(all_words))) +
         all_words * sizeof(Entry) + all_bytes + std::max(moved_words * sizeof(Entry), moved_bytes);
}

std::uint64_t WordTable::memory_of(std::uint64_t words, std::uint64_t bytes) {
  return WordSlots::bytes(WordSlots::needed(words)) + words * sizeof(Entry) + bytes +
         std::max(words * sizeof(Entry), bytes);
}

std::uint64_t WordTable::total() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : entries_) sum += entry.count;
  return sum;
}

}  // namespace bsg::counting
