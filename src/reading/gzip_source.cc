#include "reading/gzip_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "bsg/error.h"

namespace bsg::reading {
namespace {

constexpr std::size_t kInputSize = std::size_t{1} << 17;
constexpr int kGzipOnly = 16;  // added to the window's size, as zlib wants it

}  // namespace

GzipSource::GzipSource(std::unique_ptr<ByteSource> compressed, std::string name)
    : compressed_(std::move(compressed)), name_(std::move(name)), input_(kInputSize) {
  if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
}

GzipSource::~GzipSource() {
  inflateEnd(&stream_);
}

void GzipSource::refill() {
  stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
  stream_.avail_in = static_cast<uInt>(compressed_->read(input_));
}

/// Between members: false at the end of the stream.
bool GzipSource::start_next_member() {
  bool padded = false;
  while (true) {
    if (stream_.avail_in == 0) refill();
    if (stream_.avail_in == 0) return false;
    if (*stream_.next_in != 0) break;
    padded = true;
    ++stream_.next_in;
    --stream_.avail_in;
  }
  if (padded) fail("has bytes behind the padding of its gzip stream");
  inflateReset(&stream_);
  in_member_ = true;
  after_first_member_ = true;
  return true;
}

std::size_t GzipSource::read(std::span<char> into) {
  constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
  const auto wanted = static_cast<uInt>(std::min(into.size(), kMost));
  stream_.next_out = reinterpret_cast<Bytef*>(into.data());
  stream_.avail_out = wanted;
  while (stream_.avail_out == wanted) {
    if (!in_member_ && !start_next_member()) return 0;
    if (stream_.avail_in == 0) refill();
    switch (inflate(&stream_, Z_NO_FLUSH)) {
      case Z_OK:
        break;
      case Z_STREAM_END:
        in_member_ = false;
        break;
      case Z_MEM_ERROR:
        throw std::bad_alloc();
      case Z_BUF_ERROR:
        fail("ends in the middle of its gzip stream: the file is not complete");
      default:
        if (after_first_member_ && stream_.total_out == 0)
          fail("has bytes behind its gzip stream that are not gzip");
        fail(fmt::format("is a damaged gzip stream ({})",
                         stream_.msg == nullptr ? "no detail" : stream_.msg));
    }
  }
  return wanted - stream_.avail_out;
}

void GzipSource::fail(const std::string& what) const {
  throw InputError(fmt::format("'{}' {}", name_, what));
}

}  // namespace bsg::reading
