#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "files/descriptor.h"
#include "reading/byte_source.h"
#include "reading/text_file.h"

namespace bsg::reading {

/// A regular file, read from an offset of its own: the descriptor may be shared.
class SeekableSource final : public ByteSource {
 public:
  /// Borrows `descriptor`.
  SeekableSource(int descriptor, std::uint64_t start, std::string name, const Reading& reading)
      : descriptor_(descriptor), offset_(start), name_(std::move(name)), reading_(reading) {}
  SeekableSource(files::Descriptor file, std::string name, const Reading& reading)
      : file_(std::move(file)),
        descriptor_(file_.get()),
        name_(std::move(name)),
        reading_(reading) {}

  std::size_t read(std::span<char> into) override;

 private:
  files::Descriptor file_;  ///< not open if borrowed
  int descriptor_;
  std::uint64_t offset_ = 0;
  std::string name_;
  Reading reading_;
};

/// A pipe, socket or terminal. What passes is copied to `kept`, if there is one.
class PipeSource final : public ByteSource {
 public:
  /// `owned` is not open where `descriptor` is borrowed.
  PipeSource(files::Descriptor owned, int descriptor, std::string name, const Reading& reading,
             std::shared_ptr<TextFile::Kept> kept)
      : owned_(std::move(owned)),
        descriptor_(descriptor),
        name_(std::move(name)),
        reading_(reading),
        kept_(std::move(kept)) {}

  std::size_t read(std::span<char> into) override;

 private:
  void wait();
  std::size_t read_some(std::span<char> into);
  void keep(std::span<const char> bytes);

  files::Descriptor owned_;
  int descriptor_;
  std::string name_;
  Reading reading_;
  std::shared_ptr<TextFile::Kept> kept_;
};

}  // namespace bsg::reading
