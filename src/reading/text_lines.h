#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace bsg::reading {

/// A line of a file, and where it stands.
struct TextLine {
  const std::string& file;
  std::size_t number;     ///< from 1
  std::string_view text;  ///< without its end
};

/// InputError that names file and line.
[[noreturn]] void fail(const TextLine& line, std::string_view what);

/// Throws InputError unless `word` has a character and is valid UTF-8.
void check_word(const TextLine& line, std::string_view word);

/// `text`, for a message; something printable if it is not valid UTF-8.
std::string_view printable(std::string_view text);

/// Calls `take` for each line of a file ("-" is standard input), plain, gzip or zstd; a byte order
/// mark and carriage returns at lines' ends are dropped. Returns the file's name for messages.
/// Throws FileError or InputError.
std::string for_each_line(const std::string& path,
                          const std::function<void(const TextLine&)>& take);

}  // namespace bsg::reading
