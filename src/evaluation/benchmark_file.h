#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "reading/text_lines.h"

namespace bsg::evaluation {

using reading::TextLine;

/// Calls `take` for each line that is neither empty nor a comment (# at its start). Throws
/// FileError or InputError.
void for_each_entry(const std::filesystem::path& path,
                    const std::function<void(const TextLine&)>& take);

/// The file's name without its folder and extensions, for tables.
std::string set_name(const std::filesystem::path& path);

}  // namespace bsg::evaluation
