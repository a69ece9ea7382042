#include "files/output_target.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "files/file_error.h"

namespace bsg::files {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as Linux itself

/// Links under /proc stand for open descriptors; what they show is not always a path.
bool is_descriptor_link(const fs::path& link) {
  return link.string().starts_with("/proc/");
}

}  // namespace

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

OutputTarget resolve_output(const fs::path& path) {
  if (path.empty()) throw_file_error("write", path, ENOENT);
  OutputTarget target{.path = path};
  struct stat status {};
  target.exists = ::stat(path.c_str(), &status) == 0;
  if (!target.exists && errno != ENOENT) throw_file_error("write", path, errno);
  if (target.exists) {
    if (S_ISDIR(status.st_mode)) throw_file_error("write", path, EISDIR);
    if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
      throw_file_error("write", path, errno);
    target.direct = !S_ISREG(status.st_mode);
  }

  std::error_code not_a_link;
  for (int links = 0; !target.direct; ++links) {
    if (links > kMostLinks) throw_file_error("write", path, ELOOP);
    const fs::path next = fs::read_symlink(target.path, not_a_link);
    if (not_a_link) break;
    if (is_descriptor_link(target.path)) {
      target.direct = true;
    } else {
      target.path = target.path.parent_path() / next;
    }
  }
  if (target.direct) target.path = path;
  return target;
}

}  // namespace bsg::files
