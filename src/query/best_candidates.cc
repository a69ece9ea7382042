#include "query/best_candidates.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bsg::query {
namespace {

/// Keys that are compared with the threshold at once.
constexpr std::size_t kChunk = 16;

/// Whether a key of a chunk may be among the best. A number for each comparison, added up, is what
/// compilers make vector instructions of.
bool reaches(const float* keys, float threshold) {
  int reaching = 0;
  for (std::size_t k = 0; k < kChunk; ++k) reaching += keys[k] < threshold ? 0 : 1;
  return reaching > 0;
}

}  // namespace

bool comes_before(const Candidate& a, const Candidate& b) {
  constexpr double kWorst = -std::numeric_limits<double>::infinity();
  const double key_a = std::isnan(a.key) ? kWorst : a.key;
  const double key_b = std::isnan(b.key) ? kWorst : b.key;
  return key_a != key_b ? key_a > key_b : a.id < b.id;
}

void BestCandidates::offer(WordId first, std::span<const float> keys,
                           std::span<const WordId> excluded) {
  for (std::size_t chunk = 0; chunk < keys.size(); chunk += kChunk) {
    const std::size_t size = std::min(kChunk, keys.size() - chunk);
    if (size == kChunk && !reaches(&keys[chunk], threshold_)) continue;
    for (std::size_t k = chunk; k < chunk + size; ++k) {
      if (keys[k] < threshold_) continue;
      const auto id = static_cast<WordId>(first + k);
      if (!std::ranges::binary_search(excluded, id)) offer({id, keys[k]});
    }
  }
}

void BestCandidates::offer(const Candidate& candidate) {
  candidates_.push_back(candidate);
  if (candidates_.size() >= 2 * count_) prune();
}

std::vector<Candidate> BestCandidates::take() {
  prune();
  return std::move(candidates_);
}

void BestCandidates::prune() {
  if (candidates_.size() <= count_) return;
  const auto last = candidates_.begin() + static_cast<std::ptrdiff_t>(count_) - 1;
  std::nth_element(candidates_.begin(), last, candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return comes_before(a, b); });
  threshold_ = static_cast<float>(last->key);
  candidates_.resize(count_);
}

}  // namespace bsg::query
