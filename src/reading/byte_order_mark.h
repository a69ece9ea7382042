#pragma once

#include <string_view>

namespace bsg::reading {

/// U+FEFF in UTF-8. A text may begin with one, which is no part of its first word.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace bsg::reading
