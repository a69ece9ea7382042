#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "folding/fixed_contexts.h"
#include "folding/text_of_model.h"
#include "sampling/expected_pairs.h"

namespace bsg::comparing {

/// Parts of a text that are learned from separately. What two of them share is the text's source
/// alone, so that products of estimates from different parts have no bias.
inline constexpr std::size_t kParts = 4;

/// The pairs of a word in each part of a text.
using PartRows = std::array<sampling::PairRow, kParts>;

/// A text, cut into blocks that the parts have in turn: a part has pieces from everywhere, and yet
/// neighbouring lines, which are often of one kind, stay together. A line belongs to one block,
/// unless it is longer than a sixteenth of the text.
class PartedText {
 public:
  PartedText(const folding::FixedContexts& contexts, const folding::TextOfModel& text);

  [[nodiscard]] std::uint64_t count(WordId word) const { return counts_[word]; }

  /// `scratch` must be empty, and is so again afterwards. Thread-safe.
  void rows(WordId word, sampling::PairSums& scratch, PartRows& rows) const;

 private:
  [[nodiscard]] std::size_t part_of(std::uint32_t position) const;

  std::vector<std::uint64_t> counts_;
  sampling::ExpectedPairs pairs_;
  std::vector<std::size_t> starts_;  ///< positions of all blocks but the first, ascending
};

}  // namespace bsg::comparing
