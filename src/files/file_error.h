#pragma once

#include <filesystem>
#include <string_view>

namespace bsg::files {

/// Throws FileError "cannot ACTION 'PATH': REASON", the reason being that of errno's value.
[[noreturn]] void throw_file_error(std::string_view action, const std::filesystem::path& path,
                                   int error_number);

}  // namespace bsg::files
