#include <optional>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "bsg/options.h"
#include "options/option_row.h"
#include "options/rows.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {
namespace {

using options::Row;
using options::rows;

std::vector<OptionDescription> table_of_training() {
  std::vector<OptionDescription> table;
  for (const Row& row : rows()) {
    if (row.description.in_update != InUpdate::only) table.push_back(row.description);
  }
  return table;
}

std::vector<OptionDescription> table_of_updates() {
  std::vector<OptionDescription> table;
  for (const auto& [description, set, get, text] : rows()) {
    if (description.in_update == InUpdate::as_trained) continue;
    OptionDescription& one = table.emplace_back(description);
    one.methods = {};  // there is only one that can be updated
    if (!text.meaning.empty()) one.meaning = text.meaning;
    if (!text.default_value.empty()) one.default_value = text.default_value;
  }
  return table;
}

std::string method_name(Method method) {
  TrainingOptions options;
  options.method = method;
  return get_option(options, "method");
}

const Row& find_row(std::string_view name) {
  for (const Row& row : rows()) {
    if (row.description.name == name) return row;
  }
  throw OptionError(wording::compose("there is no option {}", wording::option(name)));
}

[[noreturn]] void refuse_other_method(const OptionDescription& option) {
  Wording methods;
  for (const Method method : option.methods) {
    const Wording one = wording::setting("method", method_name(method));
    methods = methods.library.empty() ? one : wording::compose("{} or {}", methods, one);
  }
  throw OptionError(wording::compose("option {} belongs to {}; leave it out or change the method",
                                     wording::option(option.name), methods));
}

[[noreturn]] void refuse_idle(const OptionDescription& option, const OptionSetting& other) {
  const auto name = wording::option(option.name);
  const auto other_name = wording::option(other.name);
  const bool flag = find_row(other.name).description.kind == "flag";
  if (flag && other.value == "no") {
    throw OptionError(wording::compose(
        "option {} has no effect without {}; give both, or leave it out", name, other_name));
  }
  if (flag) {
    throw OptionError(wording::compose("option {} has no effect with {}; leave out one of them",
                                       name, other_name));
  }
  throw OptionError(wording::compose("option {} has no effect with {}; leave it out or change {}",
                                     name, wording::setting(other.name, other.value), other_name));
}

}  // namespace

std::span<const OptionDescription> option_table() {
  static const std::vector<OptionDescription> table = table_of_training();
  return table;
}

std::span<const OptionDescription> update_option_table() {
  static const std::vector<OptionDescription> table = table_of_updates();
  return table;
}

void set_option(TrainingOptions& options, std::string_view name, std::string_view value) {
  find_row(name).set(options, value);
}

std::string get_option(const TrainingOptions& options, std::string_view name) {
  return find_row(name).get(options);
}

void check_applies(const TrainingOptions& options, std::string_view name) {
  const OptionDescription& option = find_row(name).description;
  if (!option.belongs_to(options.method)) refuse_other_method(option);
  const std::optional<OptionSetting>& idle = option.idle_with;
  if (idle && get_option(options, idle->name) == idle->value) refuse_idle(option, *idle);
}

void check_options(const TrainingOptions& options) {
  TrainingOptions scratch = options;
  for (const Row& row : rows()) {
    if (row.description.name != "recipe") row.set(scratch, row.get(options));
  }
}

}  // namespace bsg
