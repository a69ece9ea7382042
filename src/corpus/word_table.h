#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bsg::corpus {

/// Distinct words with a count each. A word's index is the order in which it was first added. Words
/// are any bytes of less than 4 GiB. Reading from several threads is safe, adding is not.
class WordTable {
 public:
  /// Adds n to the word's count, which starts at 0; returns the word's index.
  std::uint32_t add(std::string_view word, std::uint64_t n = 1);

  /// Adds all counts of another table.
  void merge(const WordTable& other);

  /// The word's index, if it was ever added.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const;

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// Valid until the next add().
  [[nodiscard]] std::string_view word(std::size_t index) const {
    const Entry& entry = entries_[index];
    return {bytes_.data() + entry.begin, entry.length};
  }
  [[nodiscard]] std::uint64_t count(std::size_t index) const { return entries_[index].count; }
  /// Σ count.
  [[nodiscard]] std::uint64_t total() const;

 private:
  struct Entry {
    std::uint64_t begin;  ///< in bytes_
    std::uint64_t count;
    std::uint32_t length;
  };
  /// Open addressing with linear probing over a power of two of slots, at most half of them taken.
  /// `tag` is the upper half of the hash: nearly every comparison with another word ends there.
  struct Slot {
    std::uint32_t index;
    std::uint32_t tag;
  };

  /// The slot of the word, or the free one where it belongs.
  [[nodiscard]] std::size_t probe(std::string_view word, std::uint64_t hash) const;
  std::uint32_t append(std::string_view word);
  void grow(std::size_t slots);

  std::vector<char> bytes_;
  std::vector<Entry> entries_;
  std::vector<Slot> slots_;
};

}  // namespace bsg::corpus
