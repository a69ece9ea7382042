#pragma once

#include <zstd.h>

#include <memory>
#include <string>
#include <vector>

#include "reading/byte_source.h"

namespace bsg::reading {

/// The content of a zstd stream of any number of frames.
class ZstdSource final : public ByteSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> compressed, std::string name);

  std::size_t read(std::span<char> into) override;

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  std::vector<char> buffer_;
  ZSTD_inBuffer input_{};
  std::unique_ptr<ZSTD_DStream, Free> stream_;
  bool in_frame_ = false;
};

}  // namespace bsg::reading
