#include "cli/reports/table.h"

#include <algorithm>
#include <utility>

#include "cli/reports/quantity.h"

namespace bsg::cli {

void Table::add_column(std::string heading, Align align) {
  widths_.push_back(display_width(heading));
  aligns_.push_back(align);
  headings_.push_back(std::move(heading));
}

void Table::add_row(std::vector<std::string> cells) {
  for (std::size_t column = 0; column < cells.size(); ++column) {
    widths_[column] = std::max(widths_[column], display_width(cells[column]));
  }
  rows_.push_back({std::move(cells)});
}

void Table::add_line_below(std::string line) {
  rows_.back().line_below = std::move(line) + "\n";
}

std::string Table::line(const std::vector<std::string>& cells) const {
  std::string result;
  for (std::size_t column = 0; column < cells.size(); ++column) {
    const std::string padding(widths_[column] - display_width(cells[column]), ' ');
    const bool left = aligns_[column] == Align::left;
    result += "  " + (left ? cells[column] + padding : padding + cells[column]);
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result + "\n";
}

std::string Table::text() const {
  std::string result = line(headings_);
  for (const Row& row : rows_) result += line(row.cells) + row.line_below;
  return result;
}

std::string aligned_pairs(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::size_t width = 0;
  for (const auto& [name, value] : pairs) width = std::max(width, display_width(name));
  std::string result;
  for (const auto& [name, value] : pairs) {
    result += "  " + name + std::string(width - display_width(name) + 2, ' ') + value + "\n";
  }
  return result;
}

}  // namespace bsg::cli
