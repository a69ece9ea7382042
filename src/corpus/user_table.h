#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bsg/options.h"
#include "corpus/token_source.h"
#include "counting/word_table.h"
#include "reading/text_file.h"
#include "tables/order_values.h"

namespace bsg::corpus {

/// What users had, by tables: the entries of user k are those from begins[k] to begins[k + 1].
struct UserTable {
  counting::WordTable users;                ///< in the order in which they are first met
  counting::WordTable items;                ///< likewise
  std::vector<std::uint64_t> begins;        ///< one more than users
  std::vector<std::uint32_t> ids;           ///< of entries: indices of `items`
  std::vector<double> weights;              ///< of entries; empty: all 1
  std::vector<std::uint32_t> rows;          ///< of entries, in `orders`
  tables::OrderValues orders;               ///< of rows, where there is an order column
  std::vector<std::uint64_t> fingerprints;  ///< of the files' content
  std::uint64_t invalid_utf8_sequences = 0;

  [[nodiscard]] std::span<const std::uint32_t> items_of(std::size_t user) const {
    return std::span(ids).subspan(begins[user], begins[user + 1] - begins[user]);
  }
};

/// Whether an item that a user has in several rows is one entry: the first of them, with the sum of
/// their weights.
enum class Repeats : std::uint8_t { kept, merged };

/// Reads each file once. A user's entries are in the order of the files, or of the order column;
/// where that says nothing, in the order of the files again. Takes 12 bytes a row, and 8 more for
/// an order and for a weight, beside the distinct users, items and orders that are no whole
/// numbers. Throws FileError, Interrupted, OptionError, or InputError with file and line.
UserTable read_users(std::vector<reading::TextFile>& files, const CorpusOptions& options,
                     Repeats repeats, const ReadingObserver& observer);

}  // namespace bsg::corpus
