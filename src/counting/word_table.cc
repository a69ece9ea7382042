#include "counting/word_table.h"

#include <algorithm>
#include <bit>

#include "bsg/error.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace bsg::counting {
namespace {

constexpr std::uint32_t kFree = 0xFFFFFFFF;
constexpr std::size_t kFirstSlots = 1024;

std::uint32_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32);
}

std::size_t slots_for(std::uint64_t words) {
  return std::max(kFirstSlots, std::bit_ceil(2 * words));
}

}  // namespace

WordTable::Hashed WordTable::hashed(std::string_view word) {
  return {word, XXH3_64bits(word.data(), word.size())};
}

void WordTable::start_finding(const Hashed& word) const {
  if (!slots_.empty()) __builtin_prefetch(&slots_[word.hash & (slots_.size() - 1)]);
}

std::size_t WordTable::probe(const Hashed& word) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t tag = tag_of(word.hash);
  std::size_t at = word.hash & mask;
  while (slots_[at].index != kFree &&
         (slots_[at].tag != tag || this->word(slots_[at].index) != word.word))
    at = (at + 1) & mask;
  return at;
}

std::uint32_t WordTable::add(const Hashed& word, std::uint64_t n) {
  if (entries_.size() * 2 >= slots_.size()) grow(slots_.empty() ? kFirstSlots : slots_.size() * 2);
  Slot& slot = slots_[probe(word)];
  if (slot.index == kFree) slot = {append(word.word), tag_of(word.hash)};
  entries_[slot.index].count += n;
  return slot.index;
}

std::uint32_t WordTable::append(std::string_view word) {
  if (entries_.size() >= kFree)
    throw InputError("the texts have more than 4294967295 distinct words");
  entries_.push_back({bytes_.size(), 0, static_cast<std::uint32_t>(word.size())});
  bytes_.insert(bytes_.end(), word.begin(), word.end());
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

void WordTable::grow(std::size_t slots) {
  // Before there are more: the new ones are made from the words alone.
  slots_ = std::vector<Slot>();
  slots_.assign(slots, {kFree, 0});
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    const std::uint64_t hash = hashed(word(index)).hash;
    std::size_t at = hash & (slots - 1);
    while (slots_[at].index != kFree) at = (at + 1) & (slots - 1);
    slots_[at] = {static_cast<std::uint32_t>(index), tag_of(hash)};
  }
}

void WordTable::merge(const WordTable& other) {
  for (std::size_t index = 0; index < other.size(); ++index)
    add(other.word(index), other.count(index));
}

void WordTable::clear() {
  bytes_.clear();
  entries_.clear();
  std::fill(slots_.begin(), slots_.end(), Slot{kFree, 0});
}

std::optional<std::uint32_t> WordTable::find(const Hashed& word) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t index = slots_[probe(word)].index;
  return index == kFree ? std::nullopt : std::optional(index);
}

std::uint64_t WordTable::memory_with(std::uint64_t words, std::uint64_t bytes) const {
  const std::uint64_t all_words = entries_.size() + words;
  const std::uint64_t all_bytes = bytes_.size() + bytes;
  // A vector that grows is there twice for a while.
  const std::uint64_t moved_words = all_words > entries_.capacity() ? entries_.size() : 0;
  const std::uint64_t moved_bytes = all_bytes > bytes_.capacity() ? bytes_.size() : 0;
  return std::max(slots_.size(), slots_for(all_words)) * sizeof(Slot) + all_words * sizeof(Entry) +
         all_bytes + std::max(moved_words * sizeof(Entry), moved_bytes);
}

std::uint64_t WordTable::memory_of(std::uint64_t words, std::uint64_t bytes) {
  return slots_for(words) * sizeof(Slot) + words * sizeof(Entry) + bytes +
         std::max(words * sizeof(Entry), bytes);
}

std::uint64_t WordTable::total() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : entries_) sum += entry.count;
  return sum;
}

}  // namespace bsg::counting
