#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "counting/word_table.h"

namespace bsg::tables {

/// What rows are sorted by: numbers if all values are, otherwise bytes. Whole numbers, as times are
/// often given, take 8 bytes each; other values 4 beside the distinct texts.
class OrderValues {
 public:
  /// Of the next row. Numbers up to 64 bits, and texts, come back from text() as they were.
  void add(std::string_view value);

  /// No values will come any more. Throws InputError for dates whose bytes are in no order of time:
  /// those that do not begin with the year.
  void finish();

  /// Whether row a stands before row b; not if their values are equal. REQUIRES: finish().
  [[nodiscard]] bool before(std::size_t a, std::size_t b) const {
    return in_numbers_ ? numbers_[a] < numbers_[b] : ranks_[ids_[a]] < ranks_[ids_[b]];
  }
  [[nodiscard]] std::string text(std::size_t row) const;

 private:
  void turn_to_texts();
  void rank_by_number(const std::vector<double>& numbers);
  void rank_by_bytes();
  template <class Before>
  void rank(const Before& before);

  bool in_numbers_ = true;
  std::vector<std::int64_t> numbers_;
  counting::WordTable texts_;
  std::vector<std::uint32_t> ids_;    ///< of a row's text
  std::vector<std::uint32_t> ranks_;  ///< of texts; equal ones have equal ranks
};

}  // namespace bsg::tables
