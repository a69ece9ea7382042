#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "bsg/options.h"
#include "reading/row_reader.h"
#include "tables/table_columns.h"

namespace bsg::tables {

/// What a row of a table says, in UTF-8. Valid until the next one.
struct TableEntry {
  std::string_view user{};   ///< not empty
  std::string_view item{};   ///< not empty
  std::string_view order{};  ///< not empty if there is an order column
  double weight = 1;         ///< kLeastWeight … kMostWeight
};

inline constexpr double kLeastWeight = 1e-12;
inline constexpr double kMostWeight = 1e12;

/// The entries of one file. Its first row is a header if a column is given by name. Otherwise it is
/// one if its order or weight is not a number and that of the second row is. All rows must have
/// as many fields as the first.
class TableEntries {
 public:
  /// `file` and `options` must outlive this. REQUIRES: check_columns(options).
  TableEntries(reading::TextFile& file, const CorpusOptions& options, std::stop_token stop);

  /// False at the end. Throws FileError, Interrupted, or InputError with file and line.
  bool next(TableEntry& entry);

  [[nodiscard]] std::uint64_t bytes_read() const { return rows_.bytes_read(); }
  /// REQUIRES: next() has returned false.
  [[nodiscard]] std::uint64_t fingerprint() const { return rows_.fingerprint(); }
  /// Sequences that became U+FFFD.
  [[nodiscard]] std::uint64_t invalid_utf8_sequences() const { return invalid_; }

 private:
  /// A field of the current row, with memory for what it is repaired to.
  struct Field {
    std::string_view name;
    std::string repaired{};
  };

  void begin();
  [[nodiscard]] bool is_header() const;
  bool next_row();
  void check_size() const;
  std::string_view text_of(std::size_t place, Field& field);
  [[nodiscard]] double weight() const;
  [[noreturn]] void fail(std::string_view what) const;

  reading::RowReader rows_;
  const TableColumns& columns_;
  ColumnPlaces places_;
  std::size_t fields_ = 0;  ///< of the first row; 0: nothing was read yet
  reading::TableRow row_;
  reading::TableRow second_;
  bool has_row_ = false;     ///< row_ is still to be given
  bool has_second_ = false;  ///< and so is second_
  Field user_{"user"}, item_{"item"}, order_{"order"};
  std::uint64_t invalid_ = 0;
};

}  // namespace bsg::tables
