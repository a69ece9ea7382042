#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

#include "files/scratch_memory.h"

namespace bsg::files {

/// Where an array lies that is being filled: in memory up to a number of bytes, in a file of
/// `folder` beyond it.
struct ScratchRule {
  std::filesystem::path folder;
  std::uint64_t most_in_memory = UINT64_MAX;
};

/// An array that grows at its end. Growing costs no copy, and what is not filled yet takes neither
/// memory nor, for more than a moment, disk. Move-only.
template <class T>
class ScratchArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;

  ScratchArray() = default;
  explicit ScratchArray(ScratchRule rule) : rule_(std::move(rule)) {}
  ScratchArray(std::initializer_list<T> values) {
    append(std::span(values.begin(), values.size()));
  }
  ScratchArray(ScratchArray&& other) noexcept
      : rule_(std::move(other.rule_)),
        pages_(std::move(other.pages_)),
        size_(std::exchange(other.size_, 0)) {}
  ScratchArray& operator=(ScratchArray&& other) noexcept {
    rule_ = std::move(other.rule_);
    pages_ = std::move(other.pages_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* data() noexcept { return reinterpret_cast<T*>(pages_.bytes().data()); }
  [[nodiscard]] const T* data() const noexcept {
    return reinterpret_cast<const T*>(pages_.bytes().data());
  }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size_; }
  [[nodiscard]] T& operator[](std::size_t index) noexcept { return data()[index]; }
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return data()[index]; }
  [[nodiscard]] const T& back() const noexcept { return data()[size_ - 1]; }
  [[nodiscard]] bool is_file() const noexcept { return pages_.is_file(); }

  void push_back(T value) {
    if ((size_ + 1) * sizeof(T) > pages_.bytes().size()) grow(size_ + 1);
    data()[size_++] = value;
  }

  void append(std::span<const T> values) {
    if (values.empty()) return;
    if ((size_ + values.size()) * sizeof(T) > pages_.bytes().size()) grow(size_ + values.size());
    std::memcpy(data() + size_, values.data(), values.size_bytes());
    size_ += values.size();
  }

  /// Into a file of the rule's folder, whatever its size.
  void move_to_file() {
    if (!is_file()) move_to_file(pages_.bytes().size());
  }

  /// Nothing will be added any more, and the values will be gone through in order.
  void finish() {
    pages_.resize(size_ * sizeof(T));
    pages_.advise_sequential();
  }

 private:
  static constexpr std::size_t kFirstBytes = std::size_t{1} << 14;
  static constexpr std::size_t kLongestStep = std::size_t{1} << 28;

  void grow(std::size_t size) {
    const std::size_t needed = size * sizeof(T);
    const std::size_t held = pages_.bytes().size();
    const std::size_t step = std::clamp(held, kFirstBytes, kLongestStep);
    const std::size_t bytes = std::max(needed, held + step);
    if (needed <= rule_.most_in_memory || pages_.is_file()) {
      pages_.resize(bytes);
      return;
    }
    move_to_file(bytes);
  }

  void move_to_file(std::size_t bytes) {
    ScratchMemory file(rule_.folder, bytes);
    if (size_ > 0) std::memcpy(file.bytes().data(), data(), size_ * sizeof(T));
    file.advise_sequential();
    pages_ = std::move(file);
  }

  ScratchRule rule_;
  ScratchMemory pages_;
  std::size_t size_ = 0;
};

}  // namespace bsg::files
