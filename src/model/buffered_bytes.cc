#include "model/buffered_bytes.h"

#include <algorithm>

namespace bsg::model {
namespace {

constexpr std::size_t kReadAtOnce = std::size_t{1} << 16;

}  // namespace

std::string_view BufferedBytes::peek(std::size_t size) {
  while (ready().size() < size && read_more()) {
  }
  return ready().substr(0, size);
}

std::string_view BufferedBytes::take_until(char end) {
  std::size_t searched = 0;
  for (;;) {
    const std::size_t found = ready().find(end, searched);
    if (found != std::string_view::npos) return take_first(found + 1).substr(0, found);
    searched = ready().size();
    if (!read_more()) return take_first(searched);
  }
}

bool BufferedBytes::take(std::span<char> into) {
  const std::string_view bytes = peek(into.size());
  if (bytes.size() < into.size()) return false;
  std::ranges::copy(take_first(into.size()), into.begin());
  return true;
}

std::string_view BufferedBytes::take_first(std::size_t size) {
  const std::string_view first = ready().substr(0, size);
  taken_ += size;
  return first;
}

bool BufferedBytes::read_more() {
  if (exhausted_) return false;
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(taken_));
  taken_ = 0;
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + kReadAtOnce);
  const std::size_t read = source_->read(std::span(buffer_).subspan(kept));
  buffer_.resize(kept + read);
  exhausted_ = read == 0;
  return !exhausted_;
}

}  // namespace bsg::model
