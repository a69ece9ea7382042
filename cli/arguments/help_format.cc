#include "cli/arguments/help_format.h"

#include <sstream>
#include <utility>

#include "cli/reports/quantity.h"

namespace bsg::cli {
namespace {

constexpr std::size_t kTextColumn = 34;
constexpr std::size_t kWidth = 96;

std::string wrap(const std::string& text, std::size_t indent, std::size_t column) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) {
    const std::size_t width = display_width(word);
    if (column > indent && column + 1 + width > kWidth) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += word;
    column += width;
  }
  return result;
}

std::string left_column(const CLI::Option* option, bool positional) {
  if (positional) return "  " + option->get_name(true, false);
  std::string names;
  for (const std::string& name : option->get_snames()) names += "-" + name;
  for (const std::string& name : option->get_lnames()) {
    names += (names.empty() ? "--" : ", --") + name;
  }
  const bool takes_value = option->get_type_size() != 0;
  return "  " + names + (takes_value ? " " + option->get_type_name() : "");
}

}  // namespace

HelpFormat::HelpFormat(std::string usage) : usage_(std::move(usage)) {
  label("Positionals", "Arguments");
}

std::string HelpFormat::make_help(const CLI::App* app, std::string name,
                                  CLI::AppFormatMode mode) const {
  const std::string help = Formatter::make_help(app, std::move(name), mode);
  std::string tidy = CLI::detail::find_and_replace(help, "\n\n\n", "\n\n");
  if (!tidy.ends_with('\n')) tidy += '\n';
  return tidy;
}

std::string HelpFormat::make_usage(const CLI::App* /*app*/, std::string name) const {
  return "\nUsage: " + name + " " + usage_ + "\n";
}

std::string HelpFormat::make_option(const CLI::Option* option, bool positional) const {
  std::string line = left_column(option, positional);
  const std::size_t width = display_width(line);
  line += width + 2 > kTextColumn ? "\n" + std::string(kTextColumn, ' ')
                                  : std::string(kTextColumn - width, ' ');
  return line + wrap(option->get_description(), kTextColumn, kTextColumn) + "\n";
}

}  // namespace bsg::cli
