#include "evaluation/plain_scorers.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bsg::evaluation {

ItemScorer popularity_scorer(std::vector<double> counts) {
  return [counts = std::move(counts)](std::span<const std::vector<WordId>> baskets,
                                      std::span<double> scores) {
    for (std::size_t b = 0; b < baskets.size(); ++b) {
      std::ranges::copy(counts, scores.subspan(b * counts.size()).begin());
    }
  };
}

ItemScorer item_knn_scorer(std::shared_ptr<const CoOccurrences> together) {
  std::vector<double> inverse_lengths;
  for (const std::uint32_t count : together->counts()) {
    inverse_lengths.push_back(count == 0 ? 0 : 1 / std::sqrt(static_cast<double>(count)));
  }
  return [together = std::move(together), inverse_lengths = std::move(inverse_lengths)](
             std::span<const std::vector<WordId>> baskets, std::span<double> scores) {
    const std::size_t items = inverse_lengths.size();
    tbb::parallel_for(std::size_t{0}, baskets.size(), [&](std::size_t b) {
      const std::span<double> mine = scores.subspan(b * items, items);
      std::ranges::fill(mine, 0.0);
      for (const WordId known : baskets[b]) {
        for (const auto& [item, count] : together->partners(known)) {
          mine[item] += count * inverse_lengths[known] * inverse_lengths[item];
        }
      }
    });
  };
}

}  // namespace bsg::evaluation
