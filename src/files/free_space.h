#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bsg::files {

/// Bytes that the disk of a folder has left for this user. Throws FileError "cannot PURPOSE
/// 'folder'".
std::uint64_t free_space(const std::string& folder, std::string_view purpose);

/// The same of the disk that an open file lies on, also when its folder is gone; nothing where it
/// cannot be told.
std::optional<std::uint64_t> free_space(int file);

}  // namespace bsg::files
