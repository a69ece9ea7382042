#pragma once

#include <cstdint>
#include <string>

namespace bsg::files {

/// Bytes as messages name them: "812 B", "3.5 kB", "12.9 MB", "6.44 GB" (of 1000³ bytes).
std::string size_text(std::uint64_t bytes);

}  // namespace bsg::files
