#include "cli/arguments/training_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <vector>

namespace bsg::cli {
namespace {

std::string method_note(const OptionDescription& option) {
  const std::string methods = methods_of(option, " or ");
  return methods.empty() ? methods : fmt::format(" With --method {}.", methods);
}

/// Choices are shown beside the name already, so that only numbers need their range; a default that
/// depends on other things is part of the meaning.
std::string help_of(const OptionDescription& option) {
  std::string meaning = fmt::format("{}{}", option.meaning, method_note(option));
  if (option.kind == "flag" || option.default_value.empty()) return meaning;
  if (option.kind != "INTEGER" && option.kind != "NUMBER" && option.kind != "SIZE") {
    return fmt::format("{} [default {}]", meaning, option.default_value);
  }
  return fmt::format("{} [{}; default {}]", meaning, option.range, option.default_value);
}

std::string group_of(const OptionDescription& option) {
  std::string group(option.stage);
  group.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(group.front())));
  return group;
}

}  // namespace

std::string methods_of(const OptionDescription& option, std::string_view separator) {
  TrainingOptions options;
  std::vector<std::string> names;
  for (const Method method : option.methods) {
    options.method = method;
    names.push_back(get_option(options, "method"));
  }
  return fmt::format("{}", fmt::join(names, separator));
}

TrainingOptionArguments::TrainingOptionArguments(CLI::App& app,
                                                 std::span<const OptionDescription> table)
    : table_(table) {
  for (const OptionDescription& option : table_) add(app, option);
}

TrainingOptions TrainingOptionArguments::options(TrainingOptions result) const {
  const auto recipe = given_.find("recipe");
  if (recipe != given_.end() && recipe->second.value != get_option(result, "recipe")) {
    apply("recipe", result);
  }
  for (const OptionDescription& option : table_) {
    if (option.name != "recipe") apply(option.name, result);
  }
  for (const auto& [name, given] : given_) {
    if (given) check_applies(result, name);
  }
  check_options(result);
  return result;
}

void TrainingOptionArguments::refuse_choice_of_vocabulary(const Arguments& parser) const {
  for (const OptionDescription& option : table_) {
    if (option.stage != "vocabulary" || !given(option.name)) continue;
    parser.refuse(fmt::format("option --{} has no effect with --vocabulary; leave out one of them",
                              option.name));
  }
}

void TrainingOptionArguments::add(CLI::App& app, const OptionDescription& option) {
  Given& given = given_[std::string(option.name)];
  const std::string name = fmt::format("--{}", option.name);
  if (option.kind == "flag") {
    given.option = app.add_flag(name, given.flag, help_of(option));
  } else {
    given.option = app.add_option(name, given.value, help_of(option))
                       ->type_name(std::string(option.kind))
                       ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
  given.option->group(group_of(option));
}

void TrainingOptionArguments::apply(std::string_view name, TrainingOptions& options) const {
  const Given& one = given(name);
  if (!one) return;
  const bool flag = one.option->get_items_expected_max() == 0;
  set_option(options, name, flag ? (one.flag ? "yes" : "no") : one.value);
}

}  // namespace bsg::cli
