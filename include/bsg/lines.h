#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace bsg {

/// A line of a file, and where it stands. Valid while it is handed over.
struct FileLine {
  std::string_view file;    ///< its name, for messages
  std::size_t number = 0;   ///< from 1
  std::string_view text{};  ///< without its end
};

/// Calls `take` for each line of a file ("-" is standard input), plain, gzip or zstd, in order, and
/// holds some of them in memory at a time. A byte order mark and carriage returns at lines' ends
/// are dropped. Throws FileError, InputError for a damaged file, and what `take` throws.
void for_each_line(const std::string& path, const std::function<void(const FileLine&)>& take);

}  // namespace bsg
