#pragma once

#include <cstdint>
#include <span>

#include "inference/term.h"

namespace bsg::inference {

/// Pairs with all words of the other side, added up without a visit to any of them. Where a word's
/// own pairs must not be among them, they are taken out again as they are met.
class Background : public Term {
 public:
  /// Whether pairs are to be taken out.
  [[nodiscard]] virtual bool excludes_pairs() const = 0;

  /// Takes the pairs of `word` with `ids` out of the background: adds what they have of it to the
  /// weights and pulls of (14), with the opposite sign. `workspace` is as add() of this word left
  /// it.
  virtual void take_out(std::uint32_t word, const kernels::AlignedBuffer& workspace,
                        std::span<const std::uint32_t> ids, float* weights, float* pulls) const = 0;
};

}  // namespace bsg::inference
