#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bsg::inference {

/// The words first … last − 1.
struct WordRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  [[nodiscard]] std::size_t size() const { return last - first; }
  bool operator==(const WordRange&) const = default;
};

/// All words of a vocabulary.
constexpr WordRange all_words(std::size_t words) {
  return {0, static_cast<std::uint32_t>(words)};
}

/// Words to update: a range, or a list of distinct ids, which must outlive this.
class WordSelection {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a range and a list are selections
  WordSelection(WordRange range) : first_(range.first), size_(range.size()) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  WordSelection(std::span<const std::uint32_t> list) : list_(list.data()), size_(list.size()) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint32_t operator[](std::size_t place) const {
    return list_ != nullptr ? list_[place] : first_ + static_cast<std::uint32_t>(place);
  }

 private:
  const std::uint32_t* list_ = nullptr;
  std::uint32_t first_ = 0;
  std::size_t size_;
};

}  // namespace bsg::inference
