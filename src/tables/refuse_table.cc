#include "tables/refuse_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "bsg/error.h"
#include "reading/row_reader.h"
#include "reading/separators.h"
#include "tables/parse_number.h"
#include "tables/table_columns.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::tables {
namespace {

using reading::FieldRules;
using reading::TableRow;

constexpr std::size_t kRows = 20;
constexpr std::size_t kFewestRows = 2;

/// Parts of the names that columns of users, or their sessions and baskets, and of items often
/// have.
constexpr std::array<std::string_view, 13> kUserNames{
    "user",    "customer", "session", "basket",  "client", "member", "visitor",
    "invoice", "order",    "transac", "patient", "cart",   "account"};
constexpr std::array<std::string_view, 13> kItemNames{
    "item",   "product", "movie", "track", "song",  "book",      "article",
    "artist", "stock",   "sku",   "title", "asset", "ingredient"};

/// The first rows; nothing if they cannot be those of a table.
std::vector<TableRow> first_rows(reading::TextFile& file, FieldRules rules) try {
  std::vector<TableRow> rows;
  reading::RowReader reader(file, rules, {});
  for (TableRow row; rows.size() < kRows && reader.next(row);) {
    if (row.size() < 2 || (!rows.empty() && row.size() != rows.front().size())) return {};
    rows.push_back(row);
  }
  return rows;
} catch (const InputError&) {
  return {};
}

bool has_blanks(const TableRow& row) {
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (std::ranges::any_of(row[k], reading::is_separator)) return true;
  }
  return false;
}

template <class Names>
std::optional<std::size_t> column_like(const TableRow& header, const Names& names,
                                       std::optional<std::size_t> other = {}) {
  for (std::size_t k = 0; k < header.size(); ++k) {
    std::string name(header[k]);
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto is_part = [&](std::string_view part) {
      return name.find(part) != std::string::npos;
    };
    if (k != other && std::ranges::any_of(names, is_part)) return k;
  }
  return std::nullopt;
}

/// Words above numbers.
bool has_header(const std::vector<TableRow>& rows) {
  for (std::size_t k = 0; k < rows[0].size(); ++k) {
    if (!parse_number(rows[0][k]) && parse_number(rows[1][k])) return true;
  }
  return false;
}

struct Columns {
  std::string user;
  std::string item;
};

std::string name_of(const TableRow& header, std::size_t column) {
  return shown(trimmed(header[column]));
}

/// Of rows that are a table's: the names of columns, or their numbers.
std::optional<Columns> columns_of(const std::vector<TableRow>& rows, FieldRules rules) {
  if (rows.size() < kFewestRows) return std::nullopt;
  const TableRow& first = rows.front();
  const auto user = column_like(first, kUserNames);
  const auto item = user ? column_like(first, kItemNames, user) : std::nullopt;
  if (item) return Columns{name_of(first, *user), name_of(first, *item)};
  if (rules.separator != ',' || std::ranges::any_of(rows, has_blanks)) return std::nullopt;
  if (has_header(rows)) return Columns{name_of(first, 0), name_of(first, 1)};
  return Columns{"1", "2"};
}

/// An option with a value that may have white space in it.
Wording quoted_setting(std::string_view option, const std::string& value) {
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  Wording setting = wording::setting(option, value);
  if (std::ranges::all_of(value, is_plain)) return setting;
  setting.library = fmt::format("{} '{}'", wording::option(option).library, value);
  setting.command_line = fmt::format("{} '{}'", wording::option(option).command_line, value);
  return setting;
}

Wording options_for(FieldRules rules, const Columns& columns) {
  const Wording format = wording::setting("input-format", rules.separator == ',' ? "csv" : "tsv");
  const Wording user = quoted_setting("user-column", columns.user);
  const Wording item = quoted_setting("item-column", columns.item);
  const auto joined = [&](std::string Wording::*front, std::string_view separator) {
    return fmt::format("{}", fmt::join({format.*front, user.*front, item.*front}, separator));
  };
  return {.library = joined(&Wording::library, ", "),
          .command_line = joined(&Wording::command_line, " "),
          .python = joined(&Wording::python, ", ")};
}

void refuse_table(reading::TextFile& file, FieldRules rules) {
  const std::vector<TableRow> rows = first_rows(file, rules);
  const std::optional<Columns> columns = columns_of(rows, rules);
  if (!columns) return;
  std::vector<std::string> fields;
  for (std::size_t k = 0; k < rows.front().size(); ++k) fields.push_back(name_of(rows.front(), k));
  throw InputError(wording::compose("'{}' looks like a table ({}), not like lines of items: use {}",
                                    file.name(), shown(fmt::format("{}", fmt::join(fields, ","))),
                                    options_for(rules, *columns)));
}

}  // namespace

void refuse_tables(const std::vector<std::string>& files) {
  for (const std::string& path : files) {
    reading::TextFile file(path);
    if (!file.size()) continue;
    refuse_table(file, reading::kCommaSeparated);
    refuse_table(file, reading::kTabSeparated);
  }
}

}  // namespace bsg::tables
