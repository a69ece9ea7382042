#pragma once

#include <filesystem>

namespace bsg::files {

/// Where bytes meant for a path have to go.
struct OutputTarget {
  std::filesystem::path path;  ///< with links of the last component followed
  bool direct = false;  ///< a pipe, a device or an open descriptor (/dev/stdout): never replaced
  bool exists = false;
};

/// Where a file of this name lies: "." if it names no folder.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Throws FileError if `path` is a folder, ends in a loop of links, or is a file that may not be
/// written.
OutputTarget resolve_output(const std::filesystem::path& path);

}  // namespace bsg::files
