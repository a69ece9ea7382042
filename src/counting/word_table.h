#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "counting/word_slots.h"

namespace bsg::counting {

/// Distinct words with a count each. A word's index is the order in which it was first added. Words
/// are any bytes of less than 4 GiB. Reading from several threads is safe, adding is not.
class WordTable {
 public:
  /// To be told some words ahead of add() or find(): it hides the time that memory takes.
  void start_finding(const HashedWord& word) const { slots_.start_finding(word); }

  /// Adds n to the word's count, which starts at 0; returns the word's index.
  std::uint32_t add(const HashedWord& word, std::uint64_t n = 1);
  std::uint32_t add(std::string_view word, std::uint64_t n = 1) { return add(hashed(word), n); }

  /// Adds all counts of another table.
  void merge(const WordTable& other);

  /// No words any more; keeps the memory for the next ones.
  void clear();

  /// The word's index, if it was ever added.
  [[nodiscard]] std::optional<std::uint32_t> find(const HashedWord& word) const;
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const {
    return find(hashed(word));
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// Valid until the next add().
  [[nodiscard]] std::string_view word(std::size_t index) const {
    const Entry& entry = entries_[index];
    return {bytes_.data() + entry.begin, entry.length};
  }
  [[nodiscard]] std::uint64_t count(std::size_t index) const { return entries_[index].count; }
  /// Bytes of all words together.
  [[nodiscard]] std::uint64_t text_size() const { return bytes_.size(); }
  /// The most memory that the table takes while it grows by so many words with so many bytes
  /// together. What was reserved and never touched takes none.
  [[nodiscard]] std::uint64_t memory_with(std::uint64_t words, std::uint64_t bytes) const;
  /// The most that a table takes that grows from nothing.
  [[nodiscard]] static std::uint64_t memory_of(std::uint64_t words, std::uint64_t bytes);
  /// Σ count.
  [[nodiscard]] std::uint64_t total() const;

 private:
  struct Entry {
    std::uint64_t begin;  ///< in bytes_
    std::uint64_t count;
    std::uint32_t length;
  };

  [[nodiscard]] std::size_t place_of(const HashedWord& word) const;
  std::uint32_t append(std::string_view word);
  void grow();

  std::vector<char> bytes_;
  std::vector<Entry> entries_;
  WordSlots slots_;
};

}  // namespace bsg::counting
