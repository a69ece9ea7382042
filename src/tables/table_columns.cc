#include "tables/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string_view>

#include "bsg/error.h"
#include "reading/utf8.h"
#include "tables/parse_number.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::tables {
namespace {

using reading::TableRow;
using wording::compose;
using wording::option;

constexpr std::size_t kMostShown = 20;
constexpr std::size_t kLongestShown = 40;

struct Asked {
  std::string_view option;
  std::string_view column;
};

std::array<Asked, 4> asked_columns(const TableColumns& columns) {
  return {{{"user-column", columns.user},
           {"item-column", columns.item},
           {"order-column", columns.order},
           {"weight-column", columns.weight}}};
}

/// From 1; nothing for a name.
std::optional<std::size_t> number_of(std::string_view column) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (column.empty() || !std::ranges::all_of(column, is_digit)) return std::nullopt;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(column.data(), column.data() + column.size(), number);
  return error == std::errc() ? number : std::numeric_limits<std::size_t>::max();
}

std::string listed(const TableRow& first) {
  std::string list;
  for (std::size_t k = 0; k < std::min(first.size(), kMostShown); ++k) {
    list += (k == 0 ? "" : ", ") + shown(trimmed(first[k]));
  }
  return first.size() > kMostShown ? list + ", …" : list;
}

/// What is likely where a row has one field only.
std::string_view other_separator(const TableRow& first) {
  if (first.size() > 1) return "";
  const std::string_view field = first[0];
  if (field.find('\t') != std::string_view::npos) return "; with tabs between columns it is tsv";
  if (field.find(',') != std::string_view::npos) return "; with commas between columns it is csv";
  if (field.find(';') != std::string_view::npos) return "; columns are separated by commas or tabs";
  return "";
}

[[noreturn]] void refuse(const Asked& asked, const TableRow& first, const std::string& file,
                         std::string_view what) {
  throw InputError(compose("'{}' line {}: {} '{}', which {} asks for; the {} there: {}{}", file,
                           first.line(), what, shown(asked.column), option(asked.option),
                           first.size() == 1 ? "only column" : "columns", listed(first),
                           other_separator(first)));
}

std::size_t find_column(const Asked& asked, const TableRow& first, const std::string& file) {
  if (const std::optional<std::size_t> number = number_of(asked.column)) {
    if (*number > first.size()) refuse(asked, first, file, "there is no column");
    return *number - 1;
  }
  std::optional<std::size_t> found;
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (trimmed(first[k]) != trimmed(asked.column)) continue;
    if (found) refuse(asked, first, file, "several columns have the name");
    found = k;
  }
  if (!found) refuse(asked, first, file, "there is no column");
  return *found;
}

}  // namespace

reading::FieldRules field_rules(InputFormat format) {
  return format == InputFormat::csv ? reading::kCommaSeparated : reading::kTabSeparated;
}

void check_columns(const CorpusOptions& options) {
  const std::string_view format = options.format == InputFormat::csv ? "csv" : "tsv";
  const TableColumns& columns = options.columns;
  const auto all = asked_columns(columns);
  for (const Asked& needed : {all[0], all[1]}) {
    if (!needed.column.empty()) continue;
    throw OptionError(
        compose("{} needs {}: the name or the number of the column with the {}",
                wording::setting("input-format", format), option(needed.option),
                needed.option == all[0].option ? "users (or baskets, sessions)" : "items"));
  }
  for (const Asked& one : all) {
    if (number_of(one.column) != 0) continue;
    throw OptionError(compose("option {}: columns are numbered from 1, so there is no '{}'",
                              option(one.option), one.column));
  }
  if (columns.user == columns.item) {
    throw OptionError(compose("{} and {} are the same column, '{}'; give two",
                              option("user-column"), option("item-column"), columns.user));
  }
  if (options.tokenizer != Tokenizer::whitespace) {
    throw OptionError(compose("option {}: the items of a table are not split; leave it out",
                              option("tokenizer")));
  }
}

bool has_names(const TableColumns& columns) {
  return std::ranges::any_of(asked_columns(columns), [](const Asked& one) {
    return !one.column.empty() && !number_of(one.column);
  });
}

ColumnPlaces find_columns(const TableColumns& columns, const TableRow& first,
                          const std::string& file) {
  const auto find = [&](const Asked& asked) { return find_column(asked, first, file); };
  const auto find_given = [&](const Asked& asked) {
    return asked.column.empty() ? std::nullopt : std::optional(find(asked));
  };
  const auto [user, item, order, weight] = asked_columns(columns);
  return {.user = find(user),
          .item = find(item),
          .order = find_given(order),
          .weight = find_given(weight)};
}

std::string shown(std::string_view field) {
  std::string repaired;
  std::string text(reading::repair_utf8(field, repaired) == 0 ? field : repaired);
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  if (text.size() <= kLongestShown) return text;
  text.resize(reading::valid_utf8_prefix(std::string_view(text).substr(0, kLongestShown)));
  return text + "…";
}

}  // namespace bsg::tables
