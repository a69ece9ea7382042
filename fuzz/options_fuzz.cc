// Lines of NAME VALUE, set one after the other: what is accepted is in range, and is shown as text
// that sets the same again.

#include <string_view>

#include "bsg/error.h"
#include "bsg/options.h"
#include "memory_file.h"

namespace bsg::fuzz {
namespace {

void set_line(std::string_view line, TrainingOptions& options) {
  const std::size_t blank = line.find(' ');
  const std::string_view name = line.substr(0, blank);
  const std::string_view value =
      blank == std::string_view::npos ? std::string_view() : line.substr(blank + 1);
  TrainingOptions changed = options;
  try {
    set_option(changed, name, value);
  } catch (const Error&) {
    return;
  }
  check_options(changed);
  const std::string shown = get_option(changed, name);
  TrainingOptions again = options;
  set_option(again, name, shown);
  require(get_option(again, name) == shown);
  options = changed;
}

}  // namespace
}  // namespace bsg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  bsg::TrainingOptions options;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    bsg::fuzz::set_line(line, options);
  }
  for (const bsg::OptionDescription& option : bsg::option_table()) {
    bsg::TrainingOptions copy;
    set_option(copy, option.name, get_option(options, option.name));
  }
  return 0;
}
