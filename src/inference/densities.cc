#include "inference/densities.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "kernels/row_layout.h"
#include "random/counter_random.h"

namespace bsg::inference {

Densities::Densities(std::size_t words, std::size_t dimension)
    : size_(words),
      dimension_(dimension),
      stride_(kernels::row_stride(dimension)),
      values_(words * 2 * stride_) {}

std::vector<float> Densities::means() const {
  return compact(0);
}

std::vector<float> Densities::variances() const {
  return compact(stride_);
}

std::vector<float> Densities::compact(std::size_t offset) const {
  std::vector<float> all(size_ * dimension_);
  for (std::size_t word = 0; word < size_; ++word) {
    std::copy_n(values_.data() + word * 2 * stride_ + offset, dimension_,
                all.data() + word * dimension_);
  }
  return all;
}

namespace {

/// N(0, I), by the address of a word.
void draw_mean(const random::CounterRandom& random, Side side, std::uint32_t word,
               std::span<float> mean) {
  random::RandomSequence sequence(random, static_cast<std::uint64_t>(side), word);
  for (std::size_t k = 0; k < mean.size(); k += 2) {
    const std::uint64_t first = sequence.next();
    const auto [x, y] = random::to_normals(first, sequence.next());
    mean[k] = static_cast<float>(x);
    if (k + 1 < mean.size()) mean[k + 1] = static_cast<float>(y);
  }
}

}  // namespace

void initialise(Densities& densities, Side side, std::uint64_t seed) {
  const random::CounterRandom random(seed, random::Purpose::initial_means);
  const std::size_t m = densities.dimension();
  const auto words = static_cast<std::uint32_t>(densities.size());
  tbb::parallel_for(std::uint32_t{0}, words, [&](std::uint32_t word) {
    draw_mean(random, side, word, {densities.mean(word), m});
    std::fill_n(densities.variance(word), m, 1.0F);
  });
}

void move_from_zero(Densities& densities, Side side, std::uint64_t seed) {
  const random::CounterRandom random(seed, random::Purpose::initial_means);
  const std::size_t m = densities.dimension();
  const auto words = static_cast<std::uint32_t>(densities.size());
  tbb::parallel_for(std::uint32_t{0}, words, [&](std::uint32_t word) {
    const std::span<float> mean(densities.mean(word), m);
    if (std::ranges::any_of(mean, [](float x) { return x != 0; })) return;
    draw_mean(random, side, word, mean);
    for (std::size_t k = 0; k < m; ++k) mean[k] *= std::sqrt(densities.variance(word)[k]);
  });
}

}  // namespace bsg::inference
