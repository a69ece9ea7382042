#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
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

/// Where a text may be cut into blocks.
enum class Cut : std::uint8_t {
  words,     ///< behind a line; a line of more than a block before white space
  lines,     ///< behind a line
  anywhere,  ///< blocks are never longer than 1 MiB
};

/// Cuts texts into blocks of about 1 MiB. What must not be cut and is longer makes a longer block.
/// A byte order mark at the start of a text is dropped. How blocks are cut depends on the content
/// only. One thread at a time.
class BlockReader {
 public:
  /// `texts` must outlive the reader.
  BlockReader(std::span<TextFile> texts, Cut cut, bool keep, std::stop_token stop);
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

  std::span<TextFile> texts_;
  Cut cut_;
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
