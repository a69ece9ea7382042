#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "files/descriptor.h"
#include "reading/byte_source.h"

namespace bsg::reading {

/// How one reading of a text goes.
struct Reading {
  bool keep = false;                    ///< another reading will follow
  std::stop_token stop;                 ///< waiting for a pipe then throws Interrupted
  std::uint64_t* bytes_read = nullptr;  ///< if set, grows by the bytes taken, as they lie on disk
};

/// One text of a corpus: a file, a pipe, or standard input. What cannot be read twice is copied to
/// an unnamed temporary file by a reading that is to be followed by another one.
class TextFile {
 public:
  /// "-" is standard input. Throws FileError if `path` cannot be opened or is a folder.
  explicit TextFile(const std::string& path);

  /// For messages.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool is_standard_input() const { return path_ == "-"; }

  /// Bytes as they lie on disk; nothing where only reading can tell.
  [[nodiscard]] std::optional<std::uint64_t> size() const;

  /// The bytes from the start, gzip and zstd decompressed. Throws FileError, and InputError for a
  /// pipe whose earlier reading did not keep it.
  std::unique_ptr<ByteSource> open(const Reading& reading);

  /// A temporary file that has no name; filled by reading a pipe.
  struct Kept {
    files::Descriptor file;
    std::uint64_t size = 0;
    bool complete = false;
  };

 private:
  [[nodiscard]] std::unique_ptr<ByteSource> open_raw(const Reading& reading);
  [[nodiscard]] std::unique_ptr<ByteSource> open_pipe(const Reading& reading);

  std::string path_;
  std::string name_;
  bool seekable_ = true;
  std::uint64_t start_ = 0;  ///< where standard input stood, if it is a file
  bool consumed_ = false;
  std::shared_ptr<Kept> kept_;
};

/// Throws as TextFile does; InputError if there is no path, or "-" twice.
std::vector<TextFile> open_texts(const std::vector<std::string>& paths);

/// Bytes of all of them as they lie on disk; 0 where the size of one cannot be known.
std::uint64_t total_size(std::span<const TextFile> texts);

}  // namespace bsg::reading
