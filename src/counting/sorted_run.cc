#include "counting/sorted_run.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "counting/word_prefix.h"

namespace bsg::counting {
namespace {

constexpr std::size_t kWriteBuffer = std::size_t{1} << 18;
constexpr std::ptrdiff_t kLongestNumber = 10;  // of 64 bits, seven a byte

void append_number(std::string& to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) to.push_back(static_cast<char>(number | 0x80));
  to.push_back(static_cast<char>(number));
}

std::uint64_t parse_number(const char*& at) {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(*at++);
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return number;
  }
}

/// What most comparisons of two words need, beside each other in memory.
struct SortKey {
  std::uint64_t prefix;
  std::uint32_t index;
};
static_assert(sizeof(SortKey) == kSortingMemory);

std::vector<SortKey> by_bytes(const WordTable& table) {
  std::vector<SortKey> keys(table.size());
  for (std::uint32_t index = 0; index < keys.size(); ++index)
    keys[index] = {word_prefix(table.word(index)), index};
  std::sort(keys.begin(), keys.end(), [&](const SortKey& a, const SortKey& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : table.word(a.index) < table.word(b.index);
  });
  return keys;
}

}  // namespace

RunWriter::RunWriter(std::shared_ptr<files::ScratchFile> file)
    : file_(std::move(file)), begin_(file_->size()) {
  buffer_.reserve(kWriteBuffer);
}

void RunWriter::add(std::string_view word, std::uint64_t count) {
  if (buffer_.size() + word.size() + 2 * kLongestNumber > kWriteBuffer) flush();
  append_number(buffer_, count);
  append_number(buffer_, word.size());
  if (word.size() < kWriteBuffer) {
    buffer_.append(word);
  } else {
    flush();
    file_->append(word);
  }
}

void RunWriter::flush() {
  file_->append(buffer_);
  buffer_.clear();
}

SortedRun RunWriter::finish() {
  flush();
  return {file_, begin_, file_->size()};
}

RunReader::RunReader(SortedRun run) : run_(std::move(run)), buffer_(kReadBuffer) {}

bool RunReader::next() {
  while (!parse()) {
    if (run_.begin == run_.end) return false;
    refill();
  }
  return true;
}

bool RunReader::parse() {
  const char* at = buffer_.data() + at_;
  const char* const end = buffer_.data() + size_;
  const bool more_to_come = run_.begin != run_.end;
  if (at == end || (more_to_come && end - at < 2 * kLongestNumber)) return false;
  const std::uint64_t count = parse_number(at);
  const std::uint64_t length = parse_number(at);
  if (length > static_cast<std::uint64_t>(end - at)) {
    buffer_.resize(std::max<std::size_t>(buffer_.size(), 2 * kLongestNumber + length));
    return false;
  }
  count_ = count;
  word_ = {at, length};
  at_ = static_cast<std::size_t>(at + length - buffer_.data());
  return true;
}

void RunReader::refill() {
  std::memmove(buffer_.data(), buffer_.data() + at_, size_ - at_);
  size_ -= std::exchange(at_, 0);
  const auto more = std::min<std::uint64_t>(buffer_.size() - size_, run_.end - run_.begin);
  run_.file->read(run_.begin, std::span(buffer_).subspan(size_, more));
  run_.begin += more;
  size_ += more;
}

SortedRun write_sorted(const WordTable& table, std::shared_ptr<files::ScratchFile> file) {
  const std::vector<SortKey> keys = by_bytes(table);
  RunWriter writer(std::move(file));
  for (const SortKey& key : keys) writer.add(table.word(key.index), table.count(key.index));
  return writer.finish();
}

}  // namespace bsg::counting
