#include "files/unnamed_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "files/file_error.h"

namespace bsg::files {
namespace {

/// For file systems that cannot make a file without a name.
Descriptor open_and_unlink(const std::filesystem::path& folder, const Wording& advice) {
  std::string path = (folder / ".bsg-scratch-XXXXXX").string();
  Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
  if (!file.is_open()) throw_file_error("create a temporary file in", folder, errno, advice);
  ::unlink(path.c_str());
  return file;
}

}  // namespace

std::filesystem::path scratch_folder(const std::string& chosen) {
  if (!chosen.empty()) return chosen;
  const char* const temporary = std::getenv("TMPDIR");
  if (temporary != nullptr && *temporary != '\0') return temporary;
  return std::filesystem::is_directory("/var/tmp") ? "/var/tmp" : "/tmp";
}

Descriptor open_unnamed_file(const std::filesystem::path& folder, const Wording& advice) {
#ifdef O_TMPFILE
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.is_open()) return file;
#endif
  return open_and_unlink(folder, advice);
}

}  // namespace bsg::files
