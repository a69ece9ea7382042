#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "bsg/options.h"
#include "cli/arguments/arguments.h"

namespace bsg::cli {

/// The names of the methods that have the option; empty where every one has it.
std::string methods_of(const OptionDescription& option, std::string_view separator);

/// The options of a table on a command line: option_table() or update_option_table().
class TrainingOptionArguments {
 public:
  TrainingOptionArguments(CLI::App& app, std::span<const OptionDescription> table);

  /// The recipe first, then the exceptions to it; `result` is what applies where none is given.
  /// A recipe that `result` has already is not set again: the exceptions to it stay. Throws
  /// OptionError.
  [[nodiscard]] TrainingOptions options(TrainingOptions result) const;

  /// A vocabulary is given: what chooses one would have no effect. Throws UsageError.
  void refuse_choice_of_vocabulary(const Arguments& parser) const;

 private:
  struct Given {
    CLI::Option* option = nullptr;
    std::string value;
    bool flag = false;

    [[nodiscard]] explicit operator bool() const { return option->count() > 0; }
  };

  void add(CLI::App& app, const OptionDescription& option);
  void apply(std::string_view name, TrainingOptions& options) const;
  [[nodiscard]] const Given& given(std::string_view name) const {
    return given_.at(std::string(name));
  }

  std::span<const OptionDescription> table_;
  std::map<std::string, Given> given_;
};

}  // namespace bsg::cli
