#include "query/best_candidates.h"

#include <algorithm>
#include <utility>

#include "kernels/first_not_below.h"

namespace bsg::query {
namespace {

/// Lower than any float that rounding has made of a number from `bound` up.
float below_rounding(double bound) {
  constexpr double kError = 1e-4;
  return static_cast<float>(bound - kError * (1 + std::abs(bound)));
}

}  // namespace

void BestCandidates::offer(WordId first, std::span<const float> keys, const LeftOut& left_out,
                           const std::function<double(const Candidate&)>& lowered) {
  for (std::size_t k = 0;; ++k) {
    const float least = lowered ? below_rounding(threshold_) : static_cast<float>(threshold_);
    k += kernels::first_not_below(keys.data() + k, keys.size() - k, least);
    if (k == keys.size()) return;
    const auto id = static_cast<WordId>(first + k);
    if (left_out.contains(id)) continue;
    Candidate candidate{id, keys[k]};
    if (lowered) candidate.key = lowered(candidate);
    if (!(candidate.key < threshold_)) offer(candidate);
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
  threshold_ = last->key;
  candidates_.resize(count_);
}

}  // namespace bsg::query
