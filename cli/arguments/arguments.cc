#include "cli/arguments/arguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <system_error>

#include "cli/arguments/help_format.h"
#include "cli/failure.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

/// CLI11 takes "[a,b]" apart where an option may have several values. Words may look like that, so
/// such arguments pass through the parser behind a guard.
constexpr char kGuard = '\x01';

/// What somebody may write behind a flag who takes it for an option with a value.
constexpr std::array<std::string_view, 4> kTruths{"yes", "no", "true", "false"};

std::string guarded(const std::string& argument) {
  const bool listlike = argument.size() > 1 && argument.front() == '[' && argument.back() == ']';
  return listlike ? kGuard + argument : argument;
}

std::string unguarded(std::string argument) {
  if (!argument.empty() && argument.front() == kGuard) argument.erase(0, 1);
  return argument;
}

std::string describe_unexpected(const std::vector<std::string>& arguments) {
  const std::string first = arguments.empty() ? std::string() : unguarded(arguments.front());
  const bool option = first.size() > 1 && first.front() == '-';
  return option ? "unknown option " + first : "unexpected argument '" + first + "'";
}

}  // namespace

Arguments::Arguments(const CommandText& text)
    : name_("bsg " + std::string(text.name)), app_(std::string(text.summary), name_) {
  app_.formatter(std::make_shared<HelpFormat>(std::string(text.usage)));
  app_.footer(std::string(text.notes));
}

bool Arguments::parse(const ArgumentList& arguments) {
  app_.set_help_flag("-h,--help", "Show this help.")->group("General");
  for (CLI::Option* option : app_.get_options()) {
    if (option->get_type_size() != 0) option->transform(unguarded, "");
  }
  check_flags(arguments);
  std::vector<std::string> reversed;
  for (auto it = arguments.rbegin(); it != arguments.rend(); ++it) reversed.push_back(guarded(*it));
  try {
    app_.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    write_standard_output(app_.help());
    return false;
  } catch (const CLI::ExtrasError&) {
    refuse(describe_unexpected(app_.remaining()));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string message = error.what();
    refuse(message.substr(0, message.find(':')) + " needs a value");
  } catch (const CLI::ParseError& error) {
    refuse(error.what());
  }
  return true;
}

void Arguments::check_flags(const ArgumentList& arguments) const {
  for (const std::string& argument : arguments) {
    if (argument == "--") return;
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || !argument.starts_with("--")) continue;
    const std::string name = argument.substr(0, equals), value = argument.substr(equals + 1);
    if (!is_flag(name)) continue;
    if (value != "yes" && value != "no") {
      refuse("option " + name + ": '" + value + "' is not yes or no; the option alone means yes");
    }
  }
}

void Arguments::refuse_values_of_flags(const ArgumentList& arguments) const {
  for (std::size_t place = 0; place + 1 < arguments.size(); ++place) {
    const std::string& name = arguments[place];
    const std::string& next = arguments[place + 1];
    if (name == "--") return;
    if (!is_flag(name) || std::ranges::find(kTruths, next) == kTruths.end()) continue;
    std::error_code unknown;
    if (std::filesystem::exists(next, unknown)) continue;
    refuse("option " + name + " is a flag that takes no value: leave out '" + next +
           "', or write " + name + "=yes or " + name + "=no");
  }
}

bool Arguments::is_flag(const std::string& name) const {
  const CLI::Option* option = name.starts_with("--") ? app_.get_option_no_throw(name) : nullptr;
  return option != nullptr && option->get_items_expected_max() == 0;
}

void Arguments::refuse(const std::string& message) const {
  throw UsageError(message + "; try: " + name_ + " --help");
}

}  // namespace bsg::cli
