#pragma once

#include <filesystem>
#include <string_view>

#include "bsg/wording.h"

namespace bsg::files {

/// Throws FileError "cannot ACTION 'PATH': REASON", the reason being that of errno's value.
/// `advice` follows it, with the mark that parts the two.
[[noreturn]] void throw_file_error(std::string_view action, const std::filesystem::path& path,
                                   int error_number, const Wording& advice = {});

}  // namespace bsg::files
