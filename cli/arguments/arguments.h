#pragma once

#include <CLI/CLI.hpp>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/command.h"

namespace bsg::cli {

/// What a command's help says beside its options.
struct CommandText {
  std::string_view name;     ///< "train"
  std::string_view usage;    ///< "TEXT... -o MODEL [OPTIONS]"
  std::string_view summary;  ///< first line
  std::string_view notes;    ///< after the options; ends with an example
};

/// A command's options are added to app() first; parse() then fills the variables behind them.
class Arguments {
 public:
  explicit Arguments(const CommandText& text);

  CLI::App& app() { return app_; }

  /// False if help was asked for: it has been printed. Throws UsageError.
  bool parse(const ArgumentList& arguments);

  /// For commands whose arguments are files: "--sets yes" means a value, unless there is a file of
  /// that name. Throws UsageError.
  void refuse_values_of_flags(const ArgumentList& arguments) const;

  /// A UsageError that points to this command's help.
  [[noreturn]] void refuse(const std::string& message) const;

 private:
  /// --name=value of a flag may only say yes or no. Throws UsageError.
  void check_flags(const ArgumentList& arguments) const;
  [[nodiscard]] bool is_flag(const std::string& name) const;

  std::string name_;
  CLI::App app_;
};

/// An option with named values, as a table of the library lists them: --measure
/// cosine|probability|kl. `Value` is the type of the rows' values, or an optional of it.
template <std::ranges::range Table, class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& value, Table&& table,
                        const std::string& description) {
  std::string names;
  for (const auto& row : table) names += (names.empty() ? "" : "|") + std::string(row.name);
  const std::vector choices(std::ranges::begin(table), std::ranges::end(table));
  const auto set = [&value, choices, name, names](const std::string& text) {
    for (const auto& row : choices) {
      if (row.name == text) {
        value = row.value;
        return;
      }
    }
    throw CLI::ValidationError(name, "'" + text + "' is not one of " + names);
  };
  return app.add_option_function<std::string>(name, set, description)
      ->type_name(names)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

}  // namespace bsg::cli
