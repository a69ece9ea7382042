#include "reading/row_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "bsg/error.h"

namespace bsg::reading {
namespace {

constexpr std::size_t kLongestField = std::size_t{1} << 20;
constexpr std::size_t kLongestRow = std::size_t{1} << 24;

}  // namespace

RowReader::RowReader(TextFile& file, FieldRules rules, std::stop_token stop)
    : file_(file),
      rules_(rules),
      blocks_(std::span(&file, 1), Cut::anywhere, false, std::move(stop)) {}

bool RowReader::next(TableRow& row) {
  row.bytes_.clear();
  row.ends_.clear();
  row.line_ = field_line_ = line_;
  field_begin_ = 0;
  row_has_quotes_ = false;
  while (at_ < bytes_.size() || refill()) {
    if (take_bytes(row)) return true;
  }
  return end_text(row);
}

bool RowReader::refill() {
  const bool more = blocks_.next(block_);
  bytes_ = more ? block_.bytes() : std::string_view();
  at_ = 0;
  return more;
}

/// Goes on until a row ends, which makes it true, or the place changes, or the block ends.
bool RowReader::take_bytes(TableRow& row) {
  switch (place_) {
    case Place::field_start:
      if (rules_.quotes && bytes_[at_] == '"') {
        ++at_;
        row_has_quotes_ = true;
        place_ = Place::quoted;
        return false;
      }
      place_ = Place::plain;
      return take_plain(row);
    case Place::plain:
      return take_plain(row);
    case Place::quoted:
      take_quoted(row);
      return false;
    case Place::behind_quote:
    case Place::behind_quote_and_cr:
      break;
  }
  return take_behind_quote(row);
}

bool RowReader::take_plain(TableRow& row) {
  std::size_t end = at_;
  while (end < bytes_.size() && bytes_[end] != rules_.separator && bytes_[end] != '\n') ++end;
  append(row, end);
  if (end == bytes_.size()) return false;
  ++at_;
  if (bytes_[end] == '\n') return end_line(row);
  end_field(row);
  return false;
}

void RowReader::take_quoted(TableRow& row) {
  const std::size_t end = std::min(bytes_.find('"', at_), bytes_.size());
  const std::string_view text = bytes_.substr(at_, end - at_);
  line_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
  append(row, end);
  if (end == bytes_.size()) return;
  ++at_;
  place_ = Place::behind_quote;
}

bool RowReader::take_behind_quote(TableRow& row) {
  const char next = bytes_[at_];
  if (next == '\n') {
    ++at_;
    return end_line(row);
  }
  if (place_ == Place::behind_quote) {
    if (next == '"') {
      append(row, at_ + 1);
      place_ = Place::quoted;
      return false;
    }
    ++at_;
    if (next == rules_.separator) {
      end_field(row);
      return false;
    }
    if (next == '\r') {
      place_ = Place::behind_quote_and_cr;
      return false;
    }
  }
  fail(line_, "text follows a closing quote; a quote within a quoted field has to be doubled");
}

/// The block's bytes up to `end` belong to the field.
void RowReader::append(TableRow& row, std::size_t end) {
  row.bytes_.append(bytes_.substr(at_, end - at_));
  at_ = end;
  if (row.bytes_.size() - field_begin_ > kLongestField) {
    fail(field_line_, fmt::format("a field is longer than {} MiB{}", kLongestField >> 20,
                                  place_ == Place::plain ? "" : "; is its quote closed?"));
  }
  if (row.bytes_.size() + row.ends_.size() > kLongestRow) {
    fail(row.line_, fmt::format("a row is longer than {} MiB", kLongestRow >> 20));
  }
}

void RowReader::end_field(TableRow& row) {
  row.ends_.push_back(static_cast<std::uint32_t>(row.bytes_.size()));
  field_begin_ = row.bytes_.size();
  field_line_ = line_;
  place_ = Place::field_start;
}

/// Whether the line was part of a row: empty ones are not.
bool RowReader::end_line(TableRow& row) {
  ++line_;
  const bool plain = place_ == Place::plain;
  if (plain && row.bytes_.size() > field_begin_ && row.bytes_.back() == '\r') row.bytes_.pop_back();
  end_field(row);
  if (row.size() > 1 || !row.bytes_.empty() || row_has_quotes_) return true;
  row.ends_.clear();
  row.line_ = line_;
  return false;
}

/// A last line without an end is a row, too.
bool RowReader::end_text(TableRow& row) {
  if (place_ == Place::quoted) fail(field_line_, "the quote that begins here is never closed");
  if (place_ == Place::field_start && row.size() == 0) return false;
  if (place_ == Place::field_start) place_ = Place::plain;
  return end_line(row);
}

void RowReader::fail(std::size_t line, std::string_view what) const {
  throw InputError(fmt::format("'{}' line {}: {}", name(), line, what));
}

}  // namespace bsg::reading
