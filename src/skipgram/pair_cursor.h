#pragma once

#include <cstddef>
#include <cstdint>

#include "sampling/sampled_text.h"

namespace bsg::skipgram {

struct Pair {
  std::uint32_t centre;
  std::uint32_t context;
};

/// Walks the positive pairs of the centres first … last - 1 of a text, in the text's order.
class PairCursor {
 public:
  PairCursor(const sampling::SampledText& text, std::size_t first, std::size_t last)
      : text_(text.data()), centre_(first), last_(last) {
    if (at_end()) return;
    open_window();
    settle();
  }

  [[nodiscard]] bool at_end() const { return centre_ == last_; }

  /// REQUIRES: not at_end().
  Pair next() {
    const Pair pair{text_[centre_].word, text_[partner_].word};
    ++partner_;
    settle();
    return pair;
  }

 private:
  void open_window() {
    partner_ = centre_ - text_[centre_].left;
    window_end_ = centre_ + text_[centre_].right + 1;
  }

  /// On to a partner that is not the centre itself.
  void settle() {
    while (true) {
      if (partner_ == centre_) ++partner_;
      if (partner_ < window_end_ || ++centre_ == last_) return;
      open_window();
    }
  }

  const sampling::Token* text_;
  std::size_t centre_;
  std::size_t last_;
  std::size_t partner_ = 0;
  std::size_t window_end_ = 0;
};

}  // namespace bsg::skipgram
