#include "cli/arguments/same_file.h"

#include <fmt/format.h>

#include <system_error>

#include "bsg/error.h"

namespace bsg::cli {
namespace {

constexpr int kMostLinks = 40;  // as Linux itself

/// weakly_canonical() alone leaves a link as it is where nothing is at its end yet.
std::filesystem::path resolved(std::filesystem::path path) {
  std::error_code error;
  for (int links = 0; links < kMostLinks; ++links) {
    const std::filesystem::path next = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / next;
  }
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
  return error ? path : canonical;
}

}  // namespace

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code ignored;
  if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored)) {
    return false;
  }
  return resolved(a) == resolved(b) || std::filesystem::equivalent(a, b, ignored);
}

void refuse_same_file(std::string_view option, const std::filesystem::path& output,
                      const std::filesystem::path& other, std::string_view role) {
  if (!same_file(output, other)) return;
  throw OptionError(
      fmt::format("option {}: {} is also {}; choose another file", option, output.string(), role));
}

}  // namespace bsg::cli
