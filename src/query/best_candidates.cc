#include "query/best_candidates.h"

#include <algorithm>
#include <utility>

#include "kernels/first_not_below.h"

namespace bsg::query {

void BestCandidates::offer(WordId first, std::span<const float> keys,
                           std::span<const WordId> excluded) {
  for (std::size_t k = 0;; ++k) {
    k += kernels::first_not_below(keys.data() + k, keys.size() - k, threshold_);
    if (k == keys.size()) return;
    const auto id = static_cast<WordId>(first + k);
    if (!std::ranges::binary_search(excluded, id)) offer({id, keys[k]});
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
