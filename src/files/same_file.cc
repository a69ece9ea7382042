#include <system_error>

#include "bsg/files.h"

namespace bsg {
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

}  // namespace bsg
