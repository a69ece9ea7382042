#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "reading/block_reader.h"
#include "reading/text_file.h"

namespace bsg::reading {

/// What stands between the fields of a row, and whether fields may be in quotes.
struct FieldRules {
  char separator;
  bool quotes;
};

inline constexpr FieldRules kCommaSeparated{.separator = ',', .quotes = true};
inline constexpr FieldRules kTabSeparated{.separator = '\t', .quotes = false};

/// A row of a table, as bytes.
class TableRow {
 public:
  /// Fields; at least one.
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  /// REQUIRES: k < size(). Valid until the row is filled anew.
  [[nodiscard]] std::string_view operator[](std::size_t k) const {
    const std::size_t begin = k == 0 ? 0 : ends_[k - 1];
    return std::string_view(bytes_).substr(begin, ends_[k] - begin);
  }
  /// Where it begins; from 1.
  [[nodiscard]] std::size_t line() const { return line_; }

 private:
  friend class RowReader;
  std::string bytes_;                ///< of all fields, quotes removed
  std::vector<std::uint32_t> ends_;  ///< of fields, in bytes_
  std::size_t line_ = 0;
};

/// The rows of a file, plain, gzip or zstd. With quotes, fields are those of RFC 4180: a field that
/// begins with a quote ends at the next one that is not doubled, and may hold separators and line
/// ends. Lines end in LF or CRLF; empty ones are skipped; a byte order mark is dropped. Memory is
/// that of a block and a row: longer fields than 1 MiB and rows than 16 MiB are refused.
class RowReader {
 public:
  /// `file` must outlive the reader.
  RowReader(TextFile& file, FieldRules rules, std::stop_token stop);

  /// False at the end. Throws FileError, Interrupted, or InputError with file and line.
  bool next(TableRow& row);

  [[nodiscard]] const std::string& name() const { return file_.name(); }
  /// As they lie on disk.
  [[nodiscard]] std::uint64_t bytes_read() const { return blocks_.bytes_read(); }
  /// Of the content. REQUIRES: next() has returned false.
  [[nodiscard]] std::uint64_t fingerprint() const { return blocks_.fingerprints().front(); }

 private:
  enum class Place : std::uint8_t { field_start, plain, quoted, behind_quote, behind_quote_and_cr };

  bool refill();
  bool take_bytes(TableRow& row);
  bool take_plain(TableRow& row);
  void take_quoted(TableRow& row);
  bool take_behind_quote(TableRow& row);
  void append(TableRow& row, std::size_t end);
  void end_field(TableRow& row);
  bool end_line(TableRow& row);
  bool end_text(TableRow& row);
  [[noreturn]] void fail(std::size_t line, std::string_view what) const;

  TextFile& file_;
  FieldRules rules_;
  BlockReader blocks_;
  TextBlock block_;
  std::string_view bytes_;  ///< of the block
  std::size_t at_ = 0;      ///< in bytes_
  Place place_ = Place::field_start;
  std::size_t line_ = 1;
  std::size_t field_line_ = 1;   ///< where the field began
  std::size_t field_begin_ = 0;  ///< in the row's bytes
  bool row_has_quotes_ = false;
};

}  // namespace bsg::reading
