#include "reading/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "bsg/error.h"
#include "files/file_error.h"
#include "files/unnamed_file.h"
#include "reading/decompress.h"
#include "reading/raw_source.h"

namespace bsg::reading {
namespace {

using files::Descriptor;
using files::throw_file_error;

}  // namespace

TextFile::TextFile(const std::string& path)
    : path_(path), name_(path == "-" ? "standard input" : path) {
  struct stat status {};
  if (is_standard_input()) {
    if (::fstat(STDIN_FILENO, &status) != 0) throw_file_error("read", name_, errno);
  } else {
    if (::stat(path.c_str(), &status) != 0) throw_file_error("open", name_, errno);
    if (::faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0)
      throw_file_error("open", name_, errno);
  }
  if (S_ISDIR(status.st_mode)) throw_file_error("read", name_, EISDIR);
  seekable_ = S_ISREG(status.st_mode);
  if (is_standard_input() && seekable_) {
    const off_t offset = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (offset > 0) start_ = static_cast<std::uint64_t>(offset);
  }
}

std::optional<std::uint64_t> TextFile::size() const {
  if (!seekable_) return kept_ && kept_->complete ? std::optional(kept_->size) : std::nullopt;
  struct stat status {};
  const int failed =
      is_standard_input() ? ::fstat(STDIN_FILENO, &status) : ::stat(path_.c_str(), &status);
  if (failed != 0) return std::nullopt;
  const auto whole = static_cast<std::uint64_t>(status.st_size);
  return whole > start_ ? whole - start_ : 0;
}

std::unique_ptr<ByteSource> TextFile::open(const Reading& reading) {
  return decompressed(open_raw(reading), name_);
}

std::unique_ptr<ByteSource> TextFile::open_raw(const Reading& reading) {
  if (kept_ && kept_->complete)
    return std::make_unique<SeekableSource>(kept_->file.get(), 0, name_, reading);
  if (!seekable_) return open_pipe(reading);
  if (is_standard_input())
    return std::make_unique<SeekableSource>(STDIN_FILENO, start_, name_, reading);
  Descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw_file_error("open", name_, errno);
  return std::make_unique<SeekableSource>(std::move(file), name_, reading);
}

std::unique_ptr<ByteSource> TextFile::open_pipe(const Reading& reading) {
  if (consumed_)
    throw InputError(fmt::format("'{}' is a pipe that has been read already; give a file", name_));
  consumed_ = true;
  kept_ =
      reading.keep
          ? std::make_shared<Kept>(Kept{.file = files::open_unnamed_file(files::scratch_folder())})
          : nullptr;
  if (is_standard_input())
    return std::make_unique<PipeSource>(Descriptor(), STDIN_FILENO, name_, reading, kept_);
  // O_NONBLOCK: opening does not wait for the writer, reading does, and can be interrupted.
  Descriptor pipe(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!pipe.is_open()) throw_file_error("open", name_, errno);
  const int number = pipe.get();
  return std::make_unique<PipeSource>(std::move(pipe), number, name_, reading, kept_);
}

std::vector<TextFile> open_texts(const std::vector<std::string>& paths) {
  if (paths.empty()) throw InputError("no text is given: name a file, or - for standard input");
  if (std::ranges::count(paths, "-") > 1)
    throw InputError("standard input (-) is given more than once, and can be read only once");
  std::vector<TextFile> texts;
  texts.reserve(paths.size());
  for (const std::string& path : paths) texts.emplace_back(path);
  return texts;
}

std::uint64_t total_size(std::span<const TextFile> texts) {
  std::uint64_t total = 0;
  for (const TextFile& text : texts) {
    const std::optional<std::uint64_t> size = text.size();
    if (!size) return 0;
    total += *size;
  }
  return total;
}

}  // namespace bsg::reading
