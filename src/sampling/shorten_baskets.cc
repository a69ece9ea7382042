#include "sampling/shorten_baskets.h"

#include <utility>
#include <vector>

#include "random/counter_random.h"

namespace bsg::sampling {

corpus::EncodedCorpus shorten_baskets(const corpus::EncodedCorpus& corpus, std::size_t most_items,
                                      std::uint64_t seed) {
  const random::CounterRandom random(seed, random::Purpose::shortened_baskets);
  corpus::EncodedCorpus shortened;
  std::vector<std::uint32_t> items;
  for (std::size_t s = 0; s + 1 < corpus.sentences.size(); ++s) {
    items.clear();
    for (std::uint64_t at = corpus.sentences[s]; at < corpus.sentences[s + 1]; ++at) {
      items.push_back(corpus.ids[at]);
    }
    if (items.size() > most_items) {
      random::RandomSequence sequence(random, s, 0);
      for (std::size_t k = 0; k < most_items; ++k) {
        const auto left = static_cast<std::uint32_t>(items.size() - k);
        const std::uint32_t other =
            random::to_below(static_cast<std::uint32_t>(sequence.next()), left);
        std::swap(items[k], items[k + other]);
      }
      items.resize(most_items);
    }
    for (const std::uint32_t item : items) shortened.ids.push_back(item);
    shortened.sentences.push_back(shortened.ids.size());
  }
  shortened.finish();
  return shortened;
}

}  // namespace bsg::sampling
