#pragma once

#include <filesystem>

namespace bsg {

/// Throws the FileError that writing a file at `path` would meet (missing folder, no permission, a
/// folder given), without leaving a trace: to be called before long work whose result goes there.
void check_writable(const std::filesystem::path& path);

}  // namespace bsg
