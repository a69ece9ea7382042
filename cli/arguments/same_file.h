#pragma once

#include <filesystem>
#include <string_view>

namespace bsg::cli {

/// Whether two names, links followed, stand for one file; it need not exist yet. Pipes and devices
/// lose nothing by being written to: they are never the same.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws OptionError if what `option` writes to `output` would replace `other`, which is `role`:
/// "the model to export".
void refuse_same_file(std::string_view option, const std::filesystem::path& output,
                      const std::filesystem::path& other, std::string_view role);

}  // namespace bsg::cli
