#include "comparing/parted_text.h"

#include <span>

namespace bsg::comparing {
namespace {

/// Blocks of each part.
constexpr std::size_t kBlocks = 32;
/// Occurrences of a word that are looked at: more would tell next to nothing, and one thread walks
/// them all.
constexpr std::size_t kMostOccurrences = 20000;

}  // namespace

PartedText::PartedText(const folding::FixedContexts& contexts, const folding::TextOfModel& text)
    : counts_(text.counts),
      pairs_(text.corpus, contexts.pair_rule(0)),
      block_(pairs_.positions() / (kBlocks * kParts) + 1) {}

void PartedText::rows(WordId word, sampling::PairSums& scratch, PartRows& rows) const {
  const std::span<const std::uint32_t> positions = pairs_.occurrences(word);
  const std::size_t step = (positions.size() + kMostOccurrences - 1) / kMostOccurrences;
  for (std::size_t part = 0; part < kParts; ++part) {
    for (std::size_t n = 0; n < positions.size(); n += step) {
      if (part_of(positions[n]) == part) pairs_.add_contexts(positions[n], scratch);
    }
    scratch.take(rows[part]);
  }
}

}  // namespace bsg::comparing
