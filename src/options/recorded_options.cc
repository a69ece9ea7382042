#include "options/recorded_options.h"

#include <utility>

namespace bsg::options {

std::map<std::string, std::string> recorded_options(const TrainingOptions& options,
                                                    GivenFiles given) {
  std::map<std::string, std::string> recorded;
  for (const OptionDescription& option : option_table()) {
    if (!option.affects_result || !option.belongs_to(options.method)) continue;
    std::string value = get_option(options, option.name);
    if (!value.empty()) recorded.emplace(option.name, std::move(value));
  }
  for (const OptionDescription& option : update_option_table()) {
    if (given.base && option.in_update == InUpdate::only) {
      recorded.emplace(option.name, get_option(options, option.name));
    }
  }
  if (given.features) recorded.emplace("features", "given");
  if (given.vocabulary) {
    recorded.erase("vocabulary-size");
    recorded.erase("min-count");
    recorded.emplace("vocabulary", "given");
  }
  return recorded;
}

}  // namespace bsg::options
