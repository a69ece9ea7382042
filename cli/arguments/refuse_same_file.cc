#include "cli/arguments/refuse_same_file.h"

#include <fmt/format.h>

#include "bsg/error.h"
#include "bsg/files.h"

namespace bsg::cli {

void refuse_same_file(std::string_view option, const std::filesystem::path& output,
                      const std::filesystem::path& other, std::string_view role) {
  if (!same_file(output, other)) return;
  throw OptionError(
      fmt::format("option {}: {} is also {}; choose another file", option, output.string(), role));
}

}  // namespace bsg::cli
