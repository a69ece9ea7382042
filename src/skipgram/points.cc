#include "skipgram/points.h"

#include <algorithm>
#include <cmath>

#include "kernels/row_layout.h"
#include "random/counter_random.h"

namespace bsg::skipgram {

Points::Points(std::size_t words, std::size_t dimension)
    : size_(words),
      dimension_(dimension),
      stride_(kernels::row_stride(dimension)),
      values_(words * stride_) {}

std::vector<float> Points::compact() const {
  std::vector<float> all(size_ * dimension_);
  for (std::uint32_t word = 0; word < size_; ++word) {
    std::ranges::copy(row(word), all.data() + std::size_t{word} * dimension_);
  }
  return all;
}

void initialise(Points& u, std::uint64_t seed) {
  const random::CounterRandom random(seed, random::Purpose::initial_means);
  const auto m = static_cast<double>(u.dimension());
  for (std::size_t word = 0; word < u.size(); ++word) {
    random::RandomSequence sequence(random, 0, word);
    float* const row = u.rows().row(word);
    for (std::size_t k = 0; k < u.dimension(); ++k) {
      row[k] = static_cast<float>((random::to_unit(sequence.next()) - 0.5) / m);
    }
  }
}

std::optional<std::uint32_t> find_infinite(const Points& points) {
  for (std::uint32_t word = 0; word < points.size(); ++word) {
    const auto finite = [](float x) { return std::isfinite(x); };
    if (!std::ranges::all_of(points.row(word), finite)) return word;
  }
  return std::nullopt;
}

}  // namespace bsg::skipgram
