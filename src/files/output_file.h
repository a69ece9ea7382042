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
  /// With a name for the temporary file. One that is left over from a program that was killed is
  /// replaced: for folders that have one writer at a time.
  OutputFile(const std::filesystem::path& path, const std::string& temporary_name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  /// False where bytes go to `path` directly: a pipe or a device.
  [[nodiscard]] bool can_overwrite() const { return !temporary_.empty(); }
  /// Puts other bytes where the file begins, as many at the most as were written. REQUIRES:
  /// can_overwrite().
  void overwrite_start(std::string_view bytes);
  /// What was written survives a failure of the machine, at the temporary file: commit() then only
  /// renames. No more may be written.
  void make_durable();
  void commit();

 private:
  void open_aside();
  void open_aside(const std::string& temporary_name);
  [[noreturn]] void fail_to_create(int error_number);
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
  bool durable_ = false;
};

}  // namespace bsg::files
