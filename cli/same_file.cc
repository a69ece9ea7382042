#include "cli/same_file.h"

#include <fmt/format.h>

#include <system_error>

#include "bsg/error.h"

namespace bsg::cli {

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code ignored;
  if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored)) {
    return false;
  }
  return std::filesystem::weakly_canonical(a, ignored) ==
             std::filesystem::weakly_canonical(b, ignored) ||
         std::filesystem::equivalent(a, b, ignored);
}

void refuse_same_file(std::string_view option, const std::filesystem::path& output,
                      const std::filesystem::path& other, std::string_view role) {
  if (!same_file(output, other)) return;
  throw OptionError(
      fmt::format("option {}: {} is also {}; choose another file", option, output.string(), role));
}

}  // namespace bsg::cli
