#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "reading/byte_source.h"
#include "reading/text_file.h"

namespace bsg::reading {

/// A piece of one text that can be tokenised by itself.
struct TextBlock {
  std::vector<char> buffer;
  std::size_t size = 0;
  bool ends_line = true;  ///< otherwise its last line goes on in the next block

  [[nodiscard]] std::string_view bytes() const { return {buffer.data(), size}; }
};

/// Cuts texts into blocks of about 1 MiB that end with a line. A longer line is cut before white
/// space, unless lines are to be whole; a longer word makes a longer block. A byte order mark at
/// the start of a text is dropped. How blocks are cut depends on the content only. One thread at a
/// time.
class BlockReader {
 public:
  /// `texts` must outlive the reader.
  BlockReader(std::vector<TextFile>& texts, bool whole_lines, bool keep, std::stop_token stop);
  BlockReader(const BlockReader&) = delete;
  BlockReader& operator=(const BlockReader&) = delete;

  /// False at the end of the last text. Throws FileError, InputError or Interrupted.
  bool next(TextBlock& block);

  /// Bytes so far as they lie on disk.
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }

  /// A hash of the content of each text read to its end.
  [[nodiscard]] const std::vector<std::uint64_t>& fingerprints() const { return fingerprints_; }

 private:
  void open_text();
  void close_text();
  bool fill(TextBlock& block);
  void read_until_full(TextBlock& block);
  void enlarge(TextBlock& block) const;
  [[nodiscard]] std::size_t cut_position(std::string_view bytes) const;

  std::vector<TextFile>& texts_;
  bool whole_lines_;
  std::uint64_t bytes_read_ = 0;
  Reading reading_;

  std::size_t text_ = 0;
  std::unique_ptr<ByteSource> source_;
  bool at_end_ = false;
  std::string rest_;  ///< read, but behind the last cut
  std::uint64_t fingerprint_ = 0;
  std::vector<std::uint64_t> fingerprints_;
};

}  // namespace bsg::reading
