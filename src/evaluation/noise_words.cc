#include "evaluation/noise_words.h"

#include <algorithm>
#include <numeric>

#include "random/counter_random.h"

namespace bsg::evaluation {

NoiseWords::NoiseWords(std::span<const double> weights) : shares_(weights.begin(), weights.end()) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double sum = 0;
  for (WordId id = 0; id < shares_.size(); ++id) {
    shares_[id] /= total;
    if (!(shares_[id] > 0)) continue;
    words_.push_back(id);
    sums_.push_back(sum += shares_[id]);
  }
}

NoiseSample NoiseWords::sample(std::uint32_t target, std::size_t draws) const {
  NoiseSample sample;
  if (words_.size() <= draws) {
    sample.words = words_;
    for (const WordId word : words_) sample.weights.push_back(shares_[word]);
    return sample;
  }
  const random::CounterRandom random(0, random::Purpose::held_out_negatives);
  const double start = random::to_unit(random.block(target, 0, 0).front());
  std::size_t place = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    const double at =
        (static_cast<double>(draw) + start) / static_cast<double>(draws) * sums_.back();
    while (place + 1 < words_.size() && sums_[place] <= at) ++place;
    sample.words.push_back(words_[place]);
  }
  sample.weights.assign(draws, 1 / static_cast<double>(draws));
  return sample;
}

}  // namespace bsg::evaluation
