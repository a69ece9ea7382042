#include "sampling/pair_weights.h"

#include <bit>
#include <vector>

namespace bsg::sampling {
namespace {

constexpr int kMostBits = 20;
constexpr int kBitsOfCounts = 31;

/// How often the most frequent item occurs.
std::uint64_t largest_count(const corpus::EncodedCorpus& corpus) {
  std::vector<std::uint64_t> counts;
  for (const std::uint32_t id : corpus.ids) {
    if (id >= counts.size()) counts.resize(std::size_t{id} + 1);
    ++counts[id];
  }
  return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

/// An item's pairs with another weigh no more than the item has occurrences.
std::uint32_t unit_for(std::uint64_t count) {
  const int bits = kBitsOfCounts - static_cast<int>(std::bit_width(count));
  return std::uint32_t{1} << std::clamp(bits, 0, kMostBits);
}

}  // namespace

double mean_partners(const corpus::EncodedCorpus& corpus) {
  double pairs = 0;
  for (std::size_t s = 0; s + 1 < corpus.sentences.size(); ++s) {
    const auto size = static_cast<double>(corpus.sentences[s + 1] - corpus.sentences[s]);
    pairs += size * (size - 1);
  }
  return pairs > 0 ? pairs / static_cast<double>(corpus.ids.size()) : 1;
}

PairWeights::PairWeights(const corpus::EncodedCorpus& corpus, const CorpusOptions& corpus_options,
                         const SamplingOptions& sampling, double pair_weight)
    : by_items_(corpus_options.is_sets() && sampling.basket_weight == BasketWeight::items),
      unit_(by_items_ ? unit_for(largest_count(corpus)) : 1),
      mean_partners_(by_items_ ? mean_partners(corpus) : 1),
      pair_weight_(pair_weight) {}

}  // namespace bsg::sampling
