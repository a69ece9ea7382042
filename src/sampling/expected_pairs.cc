#include "sampling/expected_pairs.h"

#include <array>
#include <limits>

#include "bsg/error.h"

namespace bsg::sampling {
namespace {

constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kForward = 1, kBackward = kEnd;  // −1 modulo 2^32
/// A context that is in fewer windows than this is left out, and all behind it.
constexpr float kSmallestShare = 1e-3F;

/// How many tokens are kept between a centre and the token at hand, as far as windows reach.
class KeptBetween {
 public:
  explicit KeptBetween(std::uint32_t window)
      : many_(window > few_.size() ? window : 0),
        probabilities_(many_.empty() ? std::span(few_).first(window) : std::span(many_)) {
    probabilities_[0] = 1;
  }

  /// Of all windows, those that reach the token at hand.
  [[nodiscard]] float share_of_windows() const {
    float share = 0;
    const auto window = static_cast<float>(probabilities_.size());
    for (std::size_t n = 0; n < probabilities_.size(); ++n) {
      share += probabilities_[n] * (window - static_cast<float>(n));
    }
    return share / window;
  }

  /// Past a token that is kept with this probability.
  void pass(float keep) {
    for (std::size_t n = probabilities_.size() - 1; n > 0; --n) {
      probabilities_[n] = probabilities_[n] * (1 - keep) + probabilities_[n - 1] * keep;
    }
    probabilities_[0] *= 1 - keep;
  }

 private:
  std::array<float, 16> few_{};
  std::vector<float> many_;
  std::span<float> probabilities_;  ///< of n kept tokens, n below the largest window
};

}  // namespace

void PairSums::take(PairRow& row) {
  row.resize(partners_.size());
  partners_.drain([this, &row, n = std::size_t{0}](std::uint32_t id) mutable {
    row.ids[n] = id;
    row.counts[n] = sums_[id];
    row.pulls[n] = sums_[id];
    sums_[id] = 0;
    ++n;
  });
}

ExpectedPairs::ExpectedPairs(const corpus::EncodedCorpus& corpus, PairRule rule)
    : rule_(std::move(rule)) {
  const std::size_t sentences = corpus.sentences.size() - 1;
  const std::size_t positions = corpus.ids.size() + sentences + 1;
  if (positions >= kEnd) {
    throw InputError(
        "the text has more tokens than can be looked at at once (4294967295); use less of it");
  }
  tokens_.reserve(positions);
  tokens_.push_back(kEnd);
  for (std::size_t s = 0; s < sentences; ++s) {
    for (std::uint64_t at = corpus.sentences[s]; at < corpus.sentences[s + 1]; ++at) {
      tokens_.push_back(corpus.ids[at]);
    }
    tokens_.push_back(kEnd);
  }
  index_occurrences();
}

void ExpectedPairs::index_occurrences() {
  constexpr std::size_t kParts = 16;
  const auto visit = [&](std::size_t part, auto emit) {
    const std::size_t last = tokens_.size() * (part + 1) / kParts;
    for (std::size_t position = tokens_.size() * part / kParts; position < last; ++position) {
      if (tokens_[position] != kEnd) emit(tokens_[position], static_cast<std::uint32_t>(position));
    }
  };
  group_by_key(rule_.keep.size(), kParts, visit, occurrences_);
}

void ExpectedPairs::add_contexts(std::uint32_t position, PairSums& pairs) const {
  for (const std::uint32_t step : {kBackward, kForward}) {
    if (rule_.sets) {
      add_set(position, step, pairs);
    } else {
      add_side(position, step, pairs);
    }
  }
}

void ExpectedPairs::add_side(std::uint32_t position, std::uint32_t step, PairSums& pairs) const {
  KeptBetween between(rule_.window);
  for (position += step; tokens_[position] != kEnd; position += step) {
    const std::uint32_t word = tokens_[position];
    const float keep = rule_.keep[word];
    if (keep == 0 && !rule_.fills_windows[word]) continue;
    const float share = between.share_of_windows();
    if (share < kSmallestShare) return;
    if (keep > 0) pairs.add(word, keep * share);
    between.pass(keep > 0 ? keep : 1);
  }
}

void ExpectedPairs::add_set(std::uint32_t position, std::uint32_t step, PairSums& pairs) const {
  for (position += step; tokens_[position] != kEnd; position += step) {
    const float keep = rule_.keep[tokens_[position]];
    if (keep > 0) pairs.add(tokens_[position], keep);
  }
}

}  // namespace bsg::sampling
