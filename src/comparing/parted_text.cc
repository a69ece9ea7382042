#include "comparing/parted_text.h"

#include <algorithm>
#include <span>

namespace bsg::comparing {
namespace {

/// Blocks of the whole text.
constexpr std::size_t kBlocks = 8 * kParts;
/// Blocks that a line may reach over and still not be cut.
constexpr std::size_t kLongestLine = 2;
/// Occurrences of a word that are looked at: more would tell next to nothing, and one thread walks
/// them all.
constexpr std::size_t kMostOccurrences = 20000;

/// Where the next line begins, from `position` on; `position` itself in a line longer than that.
std::size_t next_line(const sampling::ExpectedPairs& pairs, std::size_t position,
                      std::size_t longest) {
  std::size_t begin = position, end = position;
  while (!pairs.is_end(begin - 1) && end - begin <= longest) --begin;
  if (begin == position) return position;
  while (!pairs.is_end(end) && end - begin <= longest) ++end;
  return end - begin > longest ? position : end + 1;
}

/// Of all blocks but the first.
std::vector<std::size_t> block_starts(const sampling::ExpectedPairs& pairs) {
  const std::size_t block = pairs.positions() / kBlocks + 1;
  std::vector<std::size_t> starts;
  for (std::size_t at = block; at < pairs.positions(); at += block) {
    const std::size_t start = next_line(pairs, at, kLongestLine * block);
    if (starts.empty() || starts.back() < start) starts.push_back(start);
  }
  return starts;
}

}  // namespace

PartedText::PartedText(const folding::FixedContexts& contexts, const folding::TextOfModel& text)
    : counts_(text.counts),
      pairs_(text.corpus, contexts.pair_rule(0)),
      starts_(block_starts(pairs_)) {}

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

std::size_t PartedText::part_of(std::uint32_t position) const {
  const auto next = std::ranges::upper_bound(starts_, std::size_t{position});
  return static_cast<std::size_t>(next - starts_.begin()) % kParts;
}

}  // namespace bsg::comparing
