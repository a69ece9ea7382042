#include "sampling/expected_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "bsg/error.h"
#include "kernels/normal_below.h"
#include "sampling/pair_weights.h"

namespace bsg::sampling {
namespace {

constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kForward = 1, kBackward = kEnd;  // −1 modulo 2^32
/// A context that is in fewer windows than this is left out, and all behind it.
constexpr float kSmallestShare = 1e-3F;

/// How many tokens n are kept between a centre and the token at hand: the probability of each
/// number below the window, which is what tells whether the window reaches the token.
class KeptBetween {
 public:
  static constexpr std::uint32_t kMostNumbers = 64;

  /// REQUIRES: window <= kMostNumbers.
  explicit KeptBetween(std::uint32_t window) : window_(window) {}

  /// Of all windows, those that reach the token at hand: E[max(window − n, 0)] / window.
  [[nodiscard]] float share_of_windows() const {
    float share = 0;
    const auto window = static_cast<float>(window_);
    for (std::uint32_t n = 0; n < possible_; ++n) {
      share += probabilities_[n] * (window - static_cast<float>(n));
    }
    return share / window;
  }

  /// Past a token that is kept with this probability.
  void pass(float keep) {
    possible_ = std::min(possible_ + 1, window_);
    for (std::uint32_t n = possible_ - 1; n > 0; --n) {
      probabilities_[n] = probabilities_[n] * (1 - keep) + probabilities_[n - 1] * keep;
    }
    probabilities_[0] *= 1 - keep;
  }

 private:
  std::uint32_t window_;
  std::uint32_t possible_ = 1;  ///< n is below
  std::array<float, kMostNumbers> probabilities_{1};
};

/// The same for windows so large that n is as good as normally distributed where it comes near
/// their end: of its distribution mean and variance are enough.
class ManyKeptBetween {
 public:
  explicit ManyKeptBetween(std::uint32_t window) : window_(window) {}

  [[nodiscard]] float share_of_windows() const {
    const double left = window_ - mean_;
    if (left * left >= kFar * variance_) {
      return static_cast<float>(std::max(left, 0.0) / window_);
    }
    const double deviation = std::sqrt(variance_), at = left / deviation;
    const double below = kernels::normal_below(at);
    const double density = std::exp(-at * at / 2) / std::sqrt(2 * std::numbers::pi);
    return static_cast<float>((left * below + deviation * density) / window_);
  }

  void pass(float keep) {
    mean_ += double{keep};
    variance_ += double{keep} * (1 - double{keep});
  }

 private:
  /// Deviations, squared, beyond which n is on one side of the window's end.
  static constexpr double kFar = 64;

  double window_;
  double mean_ = 0;
  double variance_ = 0;
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
    throw InputError("the text has more than 4,294,967,295 tokens and lines; split it");
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
  if (rule_.mean_partners == 0) rule_.mean_partners = static_cast<float>(mean_partners(corpus));
}

bool ExpectedPairs::is_end(std::size_t position) const {
  return tokens_[position] == kEnd;
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
  if (rule_.sets) return add_set(position, pairs);
  for (const std::uint32_t step : {kBackward, kForward}) {
    if (rule_.window <= KeptBetween::kMostNumbers) {
      add_side(position, step, KeptBetween(rule_.window), pairs);
    } else {
      add_side(position, step, ManyKeptBetween(rule_.window), pairs);
    }
  }
}

template <class Between>
void ExpectedPairs::add_side(std::uint32_t position, std::uint32_t step, Between between,
                             PairSums& pairs) const {
  for (position += step; tokens_[position] != kEnd; position += step) {
    const std::uint32_t word = tokens_[position];
    const float keep = rule_.keep[word];
    if (keep == 0) continue;
    const float share = between.share_of_windows();
    if (share < kSmallestShare) return;
    pairs.add(word, rule_.pair_weight * keep * share);
    between.pass(keep);
  }
}

template <class Visit>
void ExpectedPairs::for_each_other(std::uint32_t position, Visit visit) const {
  for (const std::uint32_t step : {kBackward, kForward}) {
    for (std::uint32_t at = position + step; tokens_[at] != kEnd; at += step) {
      const float keep = rule_.keep[tokens_[at]];
      if (keep > 0) visit(tokens_[at], keep);
    }
  }
}

void ExpectedPairs::add_set(std::uint32_t position, PairSums& pairs) const {
  float weight = rule_.pair_weight;
  if (rule_.basket_weight == BasketWeight::items) {
    float others = 0;
    for_each_other(position, [&](std::uint32_t, float keep) { others += keep; });
    weight *= rule_.mean_partners / std::max(others, 1.0F);
  }
  for_each_other(position, [&](std::uint32_t id, float keep) { pairs.add(id, weight * keep); });
}

}  // namespace bsg::sampling
