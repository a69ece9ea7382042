#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bsg/error.h"
#include "bsg/split.h"
#include "files/output_file.h"
#include "reading/separators.h"

namespace bsg {
namespace {

std::string line_of(const Basket& basket) {
  std::string line;
  for (const std::string& item : basket.items) {
    if (item.empty() || std::ranges::any_of(item, reading::is_separator)) {
      throw InputError(fmt::format(
          "the item '{}' cannot stand in a line of items, since it holds white space; write a "
          "table",
          item));
    }
    if (!line.empty()) line += ' ';
    line += item;
  }
  return line + "\n";
}

void write_lines(files::OutputFile& file, std::span<const Basket> baskets) {
  for (const Basket& basket : baskets) {
    if (!basket.items.empty()) file.write(line_of(basket));
  }
}

/// A column's number from 1 up, if that is how it is named.
std::optional<std::size_t> column_number(std::string_view column) {
  std::size_t number = 0;
  const char* const end = column.data() + column.size();
  const auto [stopped, error] = std::from_chars(column.data(), end, number);
  const bool whole = error == std::errc() && stopped == end && number > 0;
  return whole ? std::optional(number) : std::nullopt;
}

/// Rows with the columns that the options name.
class TableWriter {
 public:
  explicit TableWriter(const CorpusOptions& options)
      : separator_(options.format == InputFormat::csv ? ',' : '\t') {
    const TableColumns& columns = options.columns;
    const std::string_view names[] = {columns.user, columns.item, columns.order, columns.weight};
    for (const std::string_view name : names) place_number(name);
    for (std::size_t field = 0; field < places_.size(); ++field) place_name(field, names[field]);
  }

  void write(files::OutputFile& file, std::span<const Basket> baskets) const {
    if (has_names_) file.write(row(header_));
    for (const Basket& basket : baskets) {
      for (std::size_t k = 0; k < basket.items.size(); ++k) {
        file.write(row(cells(basket, k)));
      }
    }
  }

 private:
  using Cells = std::vector<std::string>;
  enum Field : std::size_t { user, item, order, weight };

  /// Numbered columns come first: their places are not free to choose.
  void place_number(std::string_view name) {
    if (const auto number = column_number(name)) take(*number - 1);
  }

  void place_name(std::size_t field, std::string_view name) {
    if (name.empty()) return;
    if (const auto number = column_number(name)) {
      places_[field] = *number - 1;
      return;
    }
    const auto met = std::ranges::find(header_, name);
    auto place = static_cast<std::size_t>(met - header_.begin());
    if (met == header_.end()) {
      place = static_cast<std::size_t>(std::ranges::find(taken_, false) - taken_.begin());
      take(place);
    }
    places_[field] = place;
    header_[place] = name;
    has_names_ = true;
  }

  void take(std::size_t place) {
    if (place >= taken_.size()) {
      taken_.resize(place + 1);
      header_.resize(place + 1);
    }
    taken_[place] = true;
  }

  [[nodiscard]] Cells cells(const Basket& basket, std::size_t k) const {
    Cells cells(header_.size());
    const auto set = [&](Field field, const std::string& value) {
      if (places_[field]) cells[*places_[field]] = value;
    };
    set(user, basket.user);
    set(item, basket.items[k]);
    if (!basket.orders.empty()) set(order, basket.orders[k]);
    set(weight, basket.weights.empty() ? "1" : fmt::format("{}", basket.weights[k]));
    return cells;
  }

  /// RFC 4180. With tabs between fields there are no quotes.
  [[nodiscard]] std::string field(const std::string& cell) const {
    if (separator_ == '\t') return checked(cell);
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string text = "\"";
    for (const char c : cell) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + '"';
  }

  static const std::string& checked(const std::string& cell) {
    if (cell.find_first_of("\t\n") == std::string::npos && !cell.ends_with('\r')) return cell;
    throw InputError(
        fmt::format("'{}' cannot stand in a table with tabs between its columns; write csv", cell));
  }

  [[nodiscard]] std::string row(const Cells& cells) const {
    std::string text;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (k > 0) text += separator_;
      text += field(cells[k]);
    }
    return text + "\n";
  }

  char separator_;
  std::vector<bool> taken_{};
  Cells header_{};
  bool has_names_ = false;
  std::array<std::optional<std::size_t>, 4> places_{};  ///< by Field
};

}  // namespace

void write_baskets(const std::filesystem::path& path, std::span<const Basket> baskets,
                   const CorpusOptions& options) {
  files::OutputFile file(path);
  if (options.format == InputFormat::lines) {
    write_lines(file, baskets);
  } else {
    TableWriter(options).write(file, baskets);
  }
  file.commit();
}

}  // namespace bsg
