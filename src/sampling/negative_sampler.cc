#include "sampling/negative_sampler.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace bsg::sampling {
namespace {

/// Draws that may hit a positive before the remaining words are listed.
constexpr int kTries = 16;

/// The words that are not positive, with the running sum of their weights.
class Remainder {
 public:
  Remainder(std::span<const double> weights, const PairCounter& pairs) {
    double sum = 0;
    for (std::uint32_t word = 0; word < weights.size(); ++word) {
      if (weights[word] <= 0 || pairs.is_positive(word)) continue;
      sum += weights[word];
      words_.push_back(word);
      sums_.push_back(sum);
    }
  }

  [[nodiscard]] bool empty() const { return words_.empty(); }

  [[nodiscard]] std::uint32_t draw(std::uint64_t bits) const {
    const double at = random::to_unit(bits) * sums_.back();
    const auto found = std::upper_bound(sums_.begin(), sums_.end(), at);
    const auto last = static_cast<std::ptrdiff_t>(words_.size()) - 1;
    return words_[static_cast<std::size_t>(std::min(found - sums_.begin(), last))];
  }

 private:
  std::vector<std::uint32_t> words_;
  std::vector<double> sums_;
};

}  // namespace

double negative_weight(std::uint64_t count, double exponent) {
  return count == 0 ? 0 : std::pow(static_cast<double>(count), exponent);
}

std::vector<double> negative_weights(const corpus::Vocabulary& vocabulary, double exponent) {
  std::vector<double> weights(vocabulary.size());
  for (std::uint32_t word = 0; word < weights.size(); ++word) {
    weights[word] = negative_weight(vocabulary.count(word), exponent);
  }
  return weights;
}

NegativeSampler::NegativeSampler(const corpus::Vocabulary& vocabulary,
                                 const SamplingOptions& options, std::uint64_t seed)
    : weights_(negative_weights(vocabulary, options.negative_exponent)),
      table_(weights_),
      exclude_positives_(options.exclude_positives),
      random_(seed, random::Purpose::negatives) {}

void NegativeSampler::draw(std::uint32_t iteration, std::uint32_t word, std::uint64_t draws,
                           const PairCounter& pairs, std::vector<std::uint32_t>& negatives) const {
  // Room for somewhat more draws in a later iteration.
  if (negatives.capacity() < negatives.size() + draws)
    negatives.reserve(negatives.size() + draws + draws / 16);
  random::RandomSequence sequence(random_, iteration, word);
  std::optional<Remainder> remainder;
  const auto draw_by_rejection = [&]() -> std::optional<std::uint32_t> {
    for (int tries = 0; tries < kTries; ++tries) {
      const std::uint32_t drawn = table_.draw(sequence.next());
      if (!exclude_positives_ || !pairs.is_positive(drawn)) return drawn;
    }
    return std::nullopt;
  };
  for (std::uint64_t n = 0; n < draws; ++n) {
    std::optional<std::uint32_t> drawn;
    if (!remainder) drawn = draw_by_rejection();
    if (!drawn) {
      if (!remainder) remainder.emplace(weights_, pairs);
      if (remainder->empty()) return;
      drawn = remainder->draw(sequence.next());
    }
    negatives.push_back(*drawn);
  }
}

}  // namespace bsg::sampling
