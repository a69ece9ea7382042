#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

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

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

/// An option with named values: --measure cosine|probability|kl. `Value` is T or optional<T>.
template <class T, class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& value,
                        std::span<const Choice<T>> choices, const std::string& description) {
  std::string names;
  for (const Choice<T>& choice : choices)
    names += (names.empty() ? "" : "|") + std::string(choice.name);
  const auto set = [&value, choices, name, names](const std::string& text) {
    for (const Choice<T>& choice : choices) {
      if (choice.name == text) {
        value = choice.value;
        return;
      }
    }
    throw CLI::ValidationError(name, "'" + text + "' is not one of " + names);
  };
  return app.add_option_function<std::string>(name, set, description)
      ->type_name(names)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

/// The name of a value in a table of choices.
template <class T>
std::string_view choice_name(std::span<const Choice<T>> choices, T value) {
  for (const Choice<T>& choice : choices) {
    if (choice.value == value) return choice.name;
  }
  return {};
}

}  // namespace bsg::cli
