#include "reading/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bsg/error.h"
#include "reading/byte_order_mark.h"
#include "reading/separators.h"
#include "wording/compose.h"
#include "wording/names.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace bsg::reading {
namespace {

constexpr std::size_t kBlockSize = std::size_t{1} << 20;
/// ICU and tokens count in 32 bits, and replacing bytes that are not UTF-8 can triple a block.
constexpr std::size_t kLongestBlock = std::size_t{1} << 29;

/// What a safetensors file begins with: the length of a header of less than 4 GB, then the header.
constexpr std::size_t kStartOfTensors = 10;

bool is_file_of_tensors(std::string_view start) {
  return start.size() == kStartOfTensors && start.substr(4) == std::string_view("\0\0\0\0{\"", 6);
}

}  // namespace

BlockReader::BlockReader(std::span<TextFile> texts, Cut cut, bool keep, std::stop_token stop)
    : texts_(texts),
      cut_(cut),
      reading_{.keep = keep, .stop = std::move(stop), .bytes_read = &bytes_read_} {}

bool BlockReader::next(TextBlock& block) {
  if (reading_.stop.stop_requested()) throw Interrupted("interrupted while reading the texts");
  for (; text_ < texts_.size(); ++text_) {
    if (!source_) open_text();
    if (fill(block)) return true;
    close_text();
  }
  return false;
}

void BlockReader::open_text() {
  source_ = texts_[text_].open(reading_);
  at_end_ = false;
  fingerprint_ = 0;
  TextBlock start{.buffer = std::vector<char>(kStartOfTensors)};
  read_until_full(start);
  if (is_file_of_tensors(start.bytes())) {
    throw InputError(wording::compose(
        "'{}' is a model or a posterior (a safetensors file), not a text; a posterior to update "
        "from is given with {}",
        texts_[text_].name(), wording::option("posterior")));
  }
  rest_ = start.bytes();
  if (rest_.starts_with(kByteOrderMark)) rest_.erase(0, kByteOrderMark.size());
}

void BlockReader::close_text() {
  source_.reset();
  fingerprints_.push_back(fingerprint_);
}

bool BlockReader::fill(TextBlock& block) {
  if (block.buffer.size() != kBlockSize) block.buffer = std::vector<char>(kBlockSize);
  while (block.buffer.size() <= rest_.size()) enlarge(block);
  block.size = rest_.copy(block.buffer.data(), rest_.size());

  std::size_t cut = 0;
  while (true) {
    read_until_full(block);
    cut = at_end_ ? block.size : cut_position(block.bytes());
    if (at_end_ || cut > 0) break;
    enlarge(block);
  }
  rest_ = block.bytes().substr(cut);
  block.size = cut;
  block.ends_line = at_end_ || block.bytes().ends_with('\n');
  fingerprint_ = XXH3_64bits_withSeed(block.buffer.data(), block.size, fingerprint_);
  return cut > 0;
}

void BlockReader::read_until_full(TextBlock& block) {
  while (!at_end_ && block.size < block.buffer.size()) {
    const std::size_t got = source_->read(std::span(block.buffer).subspan(block.size));
    at_end_ = got == 0;
    block.size += got;
  }
}

void BlockReader::enlarge(TextBlock& block) const {
  if (block.buffer.size() >= kLongestBlock)
    throw InputError(fmt::format("'{}' has a {} of more than {} MiB", texts_[text_].name(),
                                 cut_ == Cut::lines ? "line" : "word", kLongestBlock >> 20));
  block.buffer.resize(block.buffer.size() * 2);
}

/// 0 if the block has to grow.
std::size_t BlockReader::cut_position(std::string_view bytes) const {
  if (cut_ == Cut::anywhere) return bytes.size();
  const std::size_t line_end = bytes.rfind('\n');
  if (line_end != std::string_view::npos) return line_end + 1;
  if (cut_ == Cut::lines) return 0;
  std::size_t at = bytes.size() - 1;
  while (at > 0 && !is_separator(bytes[at])) --at;
  return at;
}

}  // namespace bsg::reading
