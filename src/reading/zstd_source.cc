#include "reading/zstd_source.h"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "bsg/error.h"

namespace bsg::reading {
namespace {

/// So that what `zstd --long=31` wrote can be read; memory is only taken where a frame asks for it.
constexpr int kLargestWindow = 31;

}  // namespace

ZstdSource::ZstdSource(std::unique_ptr<ByteSource> compressed, std::string name)
    : compressed_(std::move(compressed)),
      name_(std::move(name)),
      buffer_(ZSTD_DStreamInSize()),
      stream_(ZSTD_createDStream()) {
  if (!stream_) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, kLargestWindow);
}

std::size_t ZstdSource::read(std::span<char> into) {
  ZSTD_outBuffer output{into.data(), into.size(), 0};
  while (output.pos == 0) {
    if (input_.pos == input_.size) input_ = {buffer_.data(), compressed_->read(buffer_), 0};
    const bool at_end = input_.size == 0;
    if (at_end && !in_frame_) return 0;
    const std::size_t wanted = ZSTD_decompressStream(stream_.get(), &output, &input_);
    if (ZSTD_isError(wanted) != 0)
      throw InputError(
          fmt::format("'{}' is a damaged zstd stream ({})", name_, ZSTD_getErrorName(wanted)));
    in_frame_ = wanted != 0;
    if (at_end && in_frame_ && output.pos == 0)
      throw InputError(fmt::format(
          "'{}' ends in the middle of its zstd stream: the file is not complete", name_));
  }
  return output.pos;
}

}  // namespace bsg::reading
