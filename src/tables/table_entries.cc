#include "tables/table_entries.h"

#include <fmt/format.h>

#include <utility>

#include "bsg/error.h"
#include "reading/utf8.h"
#include "tables/parse_number.h"

namespace bsg::tables {

TableEntries::TableEntries(reading::TextFile& file, const CorpusOptions& options,
                           std::stop_token stop)
    : rows_(file, field_rules(options.format), std::move(stop)), columns_(options.columns) {}

bool TableEntries::next(TableEntry& entry) {
  if (fields_ == 0) begin();
  if (!next_row()) return false;
  check_size();
  entry.user = text_of(places_.user, user_);
  entry.item = text_of(places_.item, item_);
  if (places_.order) entry.order = text_of(*places_.order, order_);
  entry.weight = weight();
  return true;
}

/// Reads the first row, and the second one where that tells whether the first is a header.
void TableEntries::begin() {
  has_row_ = rows_.next(row_);
  if (!has_row_) throw InputError(fmt::format("'{}' has no rows", rows_.name()));
  fields_ = row_.size();
  places_ = find_columns(columns_, row_, rows_.name());
  if (has_names(columns_)) {
    has_row_ = false;
  } else if (places_.order || places_.weight) {
    has_second_ = rows_.next(second_);
    has_row_ = !is_header();
  }
}

bool TableEntries::is_header() const {
  if (!has_second_ || second_.size() != fields_) return false;
  const auto differs = [&](const std::optional<std::size_t>& place) {
    return place && !parse_number(row_[*place]) && parse_number(second_[*place]);
  };
  return differs(places_.order) || differs(places_.weight);
}

bool TableEntries::next_row() {
  if (std::exchange(has_row_, false)) return true;
  if (!std::exchange(has_second_, false)) return rows_.next(row_);
  std::swap(row_, second_);
  return true;
}

void TableEntries::check_size() const {
  if (row_.size() == fields_) return;
  fail(fmt::format("the row has {} {}, and the first one has {}", row_.size(),
                   row_.size() == 1 ? "field" : "fields", fields_));
}

std::string_view TableEntries::text_of(std::size_t place, Field& field) {
  const std::string_view text = row_[place];
  if (text.empty()) {
    fail(fmt::format("the {} (column {}) is empty; leave such rows out", field.name, place + 1));
  }
  const std::uint64_t invalid = reading::repair_utf8(text, field.repaired);
  invalid_ += invalid;
  return invalid == 0 ? text : field.repaired;
}

double TableEntries::weight() const {
  if (!places_.weight) return 1;
  const std::optional<double> weight = parse_number(row_[*places_.weight]);
  if (!weight || *weight < kLeastWeight || *weight > kMostWeight) {
    fail(fmt::format("the weight '{}' (column {}) is not a number from 1e-12 to 1e12",
                     shown(row_[*places_.weight]), *places_.weight + 1));
  }
  return *weight;
}

void TableEntries::fail(std::string_view what) const {
  throw InputError(fmt::format("'{}' line {}: {}", rows_.name(), row_.line(), what));
}

}  // namespace bsg::tables
