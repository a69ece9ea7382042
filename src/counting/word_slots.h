#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bsg::counting {

/// A word with its hash, for callers that look it up more than once, or know beforehand that they
/// will.
struct HashedWord {
  std::string_view word;
  std::uint64_t hash = 0;
};
HashedWord hashed(std::string_view word);

/// From words to their indices, by open addressing with linear probing over a power of two of
/// slots. The words themselves lie elsewhere: word_at(index) is the word of an index that was put.
/// At least one slot must be free; half of them should be.
class WordSlots {
 public:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;  ///< the one index that no word can have

  /// Slots for so many words, at most half of them taken.
  static std::size_t needed(std::uint64_t words);
  static constexpr std::size_t bytes(std::size_t slots) { return slots * sizeof(Slot); }

  [[nodiscard]] std::size_t size() const { return slots_.size(); }
  [[nodiscard]] bool empty() const { return slots_.empty(); }

  /// So many slots, all free: a power of two. Slots that were there before are gone by the time
  /// that the new ones take memory.
  void reset(std::size_t slots);
  void clear();  ///< as many slots, all free

  /// Some words ahead of place_of(), it hides the time that memory takes.
  void start_finding(const HashedWord& word) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[first_place(word)]);
  }

  /// Where the word is, or the free slot where it belongs. REQUIRES: there are slots.
  template <class WordAt>
  [[nodiscard]] std::size_t place_of(const HashedWord& word, const WordAt& word_at) const {
    std::size_t place = first_place(word);
    while (slots_[place].index != kFree &&
           (slots_[place].tag != tag_of(word) || word_at(slots_[place].index) != word.word)) {
      place = next(place);
    }
    return place;
  }

  /// Of a word that is not there yet.
  [[nodiscard]] std::size_t free_place_of(const HashedWord& word) const {
    std::size_t place = first_place(word);
    while (slots_[place].index != kFree) place = next(place);
    return place;
  }

  /// kFree if the slot is.
  [[nodiscard]] std::uint32_t index(std::size_t place) const { return slots_[place].index; }

  void put(std::size_t place, const HashedWord& word, std::uint32_t index) {
    slots_[place] = {index, tag_of(word)};
  }

 private:
  /// `tag` is the upper half of the hash: nearly every comparison with another word ends there.
  struct Slot {
    std::uint32_t index;
    std::uint32_t tag;
  };

  static std::uint32_t tag_of(const HashedWord& word) {
    return static_cast<std::uint32_t>(word.hash >> 32);
  }
  [[nodiscard]] std::size_t first_place(const HashedWord& word) const {
    return word.hash & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t next(std::size_t place) const {
    return (place + 1) & (slots_.size() - 1);
  }

  std::vector<Slot> slots_;
};

}  // namespace bsg::counting
