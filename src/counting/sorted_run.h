#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "counting/word_table.h"
#include "files/scratch_file.h"

namespace bsg::counting {

/// Distinct words with a count each, by bytes ascending, in a part of a scratch file. A record is
/// count and length as base-128 numbers (least significant seven bits first), then the word.
struct SortedRun {
  std::shared_ptr<const files::ScratchFile> file;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Appends one run to a scratch file. FileError comes from the file.
class RunWriter {
 public:
  explicit RunWriter(std::shared_ptr<files::ScratchFile> file);

  /// Words must come by bytes ascending.
  void add(std::string_view word, std::uint64_t count);
  SortedRun finish();

 private:
  void flush();

  std::shared_ptr<files::ScratchFile> file_;
  std::uint64_t begin_;
  std::string buffer_;
};

/// Goes through a run, with one buffer of kReadBuffer bytes (longer only for a longer word).
class RunReader {
 public:
  static constexpr std::size_t kReadBuffer = std::size_t{1} << 18;

  explicit RunReader(SortedRun run);

  /// To the next record; false behind the last one.
  bool next();
  /// Of the record at hand; the word is valid until next().
  [[nodiscard]] std::string_view word() const { return word_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  [[nodiscard]] bool parse();
  void refill();

  SortedRun run_;  ///< `begin` moves on to what is not in the buffer yet
  std::vector<char> buffer_;
  std::size_t at_ = 0;    ///< in the buffer
  std::size_t size_ = 0;  ///< of the buffer's content
  std::string_view word_;
  std::uint64_t count_ = 0;
};

/// Bytes of memory that write_sorted() needs for each word.
inline constexpr std::size_t kSortingMemory = 16;

/// A table's words and counts as a run.
SortedRun write_sorted(const WordTable& table, std::shared_ptr<files::ScratchFile> file);

}  // namespace bsg::counting
