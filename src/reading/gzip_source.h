#pragma once

#include <zlib.h>

#include <memory>
#include <string>
#include <vector>

#include "reading/byte_source.h"

namespace bsg::reading {

/// The content of a gzip stream: any number of members, padding of zeros behind the last one.
class GzipSource final : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> compressed, std::string name);
  ~GzipSource() override;
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(std::span<char> into) override;

 private:
  void refill();
  bool start_next_member();
  [[noreturn]] void fail(const std::string& what) const;

  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  std::vector<char> input_;
  z_stream stream_{};
  bool in_member_ = true;
  bool after_first_member_ = false;
};

}  // namespace bsg::reading
