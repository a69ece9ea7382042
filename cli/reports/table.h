#pragma once

#include <string>
#include <vector>

namespace bsg::cli {

/// Text in aligned columns under headings.
class Table {
 public:
  enum class Align { left, right };

  void add_column(std::string heading, Align align = Align::right);
  /// REQUIRES: as many cells as columns.
  void add_row(std::vector<std::string> cells);

  /// A line of its own below the last row, as it is. REQUIRES: a row.
  void add_line_below(std::string line);

  /// Each row indented by two spaces, with no space at its end.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] std::string line(const std::vector<std::string>& cells) const;

  std::vector<std::string> headings_;
  std::vector<Align> aligns_;
  std::vector<std::size_t> widths_;
  struct Row {
    std::vector<std::string> cells;
    std::string line_below{};
  };
  std::vector<Row> rows_;
};

/// Lines of "name   value", aligned.
std::string aligned_pairs(const std::vector<std::pair<std::string, std::string>>& pairs);

}  // namespace bsg::cli
