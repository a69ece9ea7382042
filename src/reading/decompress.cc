#include "reading/decompress.h"

#include <string_view>
#include <utility>

#include "reading/gzip_source.h"
#include "reading/zstd_source.h"

namespace bsg::reading {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLongestMagic = 4;

/// Bytes that were looked at already, then the rest of the source.
class PrefixedSource final : public ByteSource {
 public:
  PrefixedSource(std::string prefix, std::unique_ptr<ByteSource> rest)
      : prefix_(std::move(prefix)), rest_(std::move(rest)) {}

  std::size_t read(std::span<char> into) override {
    if (prefix_.empty()) return rest_->read(into);
    const std::size_t length = prefix_.copy(into.data(), into.size());
    prefix_.erase(0, length);
    return length;
  }

 private:
  std::string prefix_;
  std::unique_ptr<ByteSource> rest_;
};

std::string first_bytes(ByteSource& source, std::size_t length) {
  std::string bytes(length, '\0');
  std::size_t filled = 0;
  while (filled < length) {
    const std::size_t got = source.read({bytes.data() + filled, length - filled});
    if (got == 0) break;
    filled += got;
  }
  bytes.resize(filled);
  return bytes;
}

bool is_gzip(std::string_view start) {
  return start.starts_with("\x1F\x8B"sv);
}

/// A frame, or a skippable frame in front of one.
bool is_zstd(std::string_view start) {
  return start.starts_with("\x28\xB5\x2F\xFD"sv) ||
         (start.size() >= 4 && (start[0] & 0xF0) == 0x50 && start.substr(1, 3) == "\x2A\x4D\x18"sv);
}

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> raw, const std::string& name) {
  std::string start = first_bytes(*raw, kLongestMagic);
  const bool gzip = is_gzip(start);
  const bool zstd = is_zstd(start);
  auto whole = std::make_unique<PrefixedSource>(std::move(start), std::move(raw));
  if (gzip) return std::make_unique<GzipSource>(std::move(whole), name);
  if (zstd) return std::make_unique<ZstdSource>(std::move(whole), name);
  return whole;
}

}  // namespace bsg::reading
