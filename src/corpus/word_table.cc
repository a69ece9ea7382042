#include "corpus/word_table.h"

#include <cstring>

#include "bsg/error.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace bsg::corpus {
namespace {

constexpr std::uint32_t kFree = 0xFFFFFFFF;
constexpr std::size_t kFirstSlots = 1024;

std::uint64_t hash_of(std::string_view word) {
  return XXH3_64bits(word.data(), word.size());
}
std::uint32_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

std::size_t WordTable::probe(std::string_view word, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t tag = tag_of(hash);
  std::size_t at = hash & mask;
  while (slots_[at].index != kFree &&
         (slots_[at].tag != tag || this->word(slots_[at].index) != word))
    at = (at + 1) & mask;
  return at;
}

std::uint32_t WordTable::add(std::string_view word, std::uint64_t n) {
  if (entries_.size() * 2 >= slots_.size()) grow(slots_.empty() ? kFirstSlots : slots_.size() * 2);
  const std::uint64_t hash = hash_of(word);
  Slot& slot = slots_[probe(word, hash)];
  if (slot.index == kFree) slot = {append(word), tag_of(hash)};
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
  slots_.assign(slots, {kFree, 0});
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    const std::uint64_t hash = hash_of(word(index));
    std::size_t at = hash & (slots - 1);
    while (slots_[at].index != kFree) at = (at + 1) & (slots - 1);
    slots_[at] = {static_cast<std::uint32_t>(index), tag_of(hash)};
  }
}

void WordTable::merge(const WordTable& other) {
  for (std::size_t index = 0; index < other.size(); ++index)
    add(other.word(index), other.count(index));
}

std::optional<std::uint32_t> WordTable::find(std::string_view word) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t index = slots_[probe(word, hash_of(word))].index;
  return index == kFree ? std::nullopt : std::optional(index);
}

std::uint64_t WordTable::total() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : entries_) sum += entry.count;
  return sum;
}

}  // namespace bsg::corpus
