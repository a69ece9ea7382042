#pragma once

#include <filesystem>
#include <string_view>

namespace bsg::cli {

/// Throws OptionError if what `option` writes to `output` would replace `other`, which is `role`:
/// "the model to export".
void refuse_same_file(std::string_view option, const std::filesystem::path& output,
                      const std::filesystem::path& other, std::string_view role);

}  // namespace bsg::cli
