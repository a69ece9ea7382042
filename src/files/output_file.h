#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "files/descriptor.h"

namespace bsg::files {

/// A file that appears whole or not at all: bytes go to a temporary file in the same folder,
/// commit() makes them durable and renames. Without commit() the temporary file is removed and what
/// was at `path` before stays. A symbolic link is followed, so the link stays a link. A file that
/// is replaced hands its permissions on; a file that may not be written is not replaced. Where
/// `path` is something else than a regular file (/dev/stdout, a pipe), bytes go there directly. All
/// members throw FileError that names the path; the temporary file is gone by then.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  void open_aside();
  [[noreturn]] void throw_missing_folder() const;
  void keep_permissions();
  void write_through(std::string_view bytes);
  void flush();
  void discard() noexcept;
  [[noreturn]] void fail(std::string_view action, int error_number);

  std::filesystem::path path_;       ///< as the caller gave it, for messages
  std::filesystem::path target_;     ///< with links resolved
  std::filesystem::path temporary_;  ///< empty when writing directly
  Descriptor descriptor_;
  std::string buffer_;
};

}  // namespace bsg::files
