#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace bsg::planning {

/// The smallest limit that control groups (version 1 or 2) set to this process's memory, or
/// nothing. `root` stands for / in tests.
std::optional<std::uint64_t> memory_limit(const std::filesystem::path& root = "/");

/// What the shell (ulimit -v) or another caller lets this process map, or nothing.
std::optional<std::uint64_t> address_space_limit();

/// What training takes by itself: seven eighths of the smallest of physical memory, memory_limit()
/// and address_space_limit(). The rest is for other programs and the system's own.
std::uint64_t automatic_budget();

}  // namespace bsg::planning
