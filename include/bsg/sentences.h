#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace bsg {

namespace corpus {
class SentenceReader;
}

/// Sentences (or baskets) in memory, to train on instead of files. A word is whatever it is given
/// as: it may have white space in it. Each distinct word is kept once, each token in four bytes.
class Sentences {
 public:
  Sentences();
  ~Sentences();
  Sentences(Sentences&&) noexcept;
  Sentences& operator=(Sentences&&) noexcept;

  /// Adds one. Empty words are left out, bytes that are not UTF-8 become U+FFFD. Throws InputError
  /// for a word of more than 512 MiB.
  void add(std::span<const std::string_view> words);

  [[nodiscard]] std::uint64_t size() const noexcept;    ///< those with at least one word
  [[nodiscard]] std::uint64_t tokens() const noexcept;  ///< words of all of them

 private:
  struct Content;
  friend class corpus::SentenceReader;
  std::unique_ptr<Content> content_;
};

}  // namespace bsg
