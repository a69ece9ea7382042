#pragma once

#include <filesystem>

namespace bsg {

/// Throws the FileError that writing a file at `path` would meet (missing folder, no permission, a
/// folder given), without leaving a trace: to be called before long work whose result goes there.
void check_writable(const std::filesystem::path& path);

/// Whether two names, links followed, stand for one file; it need not exist yet. Pipes and devices
/// lose nothing by being written to: they are never the same.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace bsg
