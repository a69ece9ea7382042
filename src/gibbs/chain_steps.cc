#include "gibbs/chain_steps.h"

#include <cmath>
#include <cstdint>
#include <span>

#include "inference/solve_words.h"
#include "random/counter_random.h"
#include "random/polya_gamma.h"

namespace bsg::gibbs {
namespace {

using inference::UpdateAddress;

/// First part of the address of a half-update's random numbers.
std::uint64_t number_of(const UpdateAddress& at) {
  return 2 * std::uint64_t{at.iteration} + static_cast<std::uint64_t>(at.side);
}

class DrawnWeights final : public inference::PairWeighing {
 public:
  void weigh(const UpdateAddress& at, std::uint32_t word, std::span<const std::uint32_t> ids,
             const float* xi_squared, const float* counts, float* weights) const override {
    const random::CounterRandom random(at.seed, random::Purpose::polya_gamma);
    for (std::size_t k = 0; k < ids.size(); ++k) {
      random::RandomSequence numbers(random, number_of(at), std::uint64_t{word} << 32 | ids[k]);
      weights[k] = static_cast<float>(random::draw_polya_gamma(
          static_cast<std::uint32_t>(counts[k]), std::sqrt(double{xi_squared[k]}), numbers));
    }
  }
};

class PosteriorDraws final : public inference::Estimation {
 public:
  void estimate(const UpdateAddress& at, std::size_t m, std::span<const std::uint32_t> words,
                std::span<kernels::System> systems, float* workspace) const override {
    const random::CounterRandom random(at.seed, random::Purpose::posterior_draws);
    for (std::size_t k = 0; k < words.size(); ++k) {
      random::RandomSequence numbers(random, number_of(at), words[k]);
      fill_normal(numbers, {systems[k].mean, m});
    }
    inference::draw_words(m, words, systems, workspace);
  }

 private:
  static void fill_normal(random::RandomSequence& numbers, std::span<float> values) {
    for (std::size_t i = 0; i < values.size(); i += 2) {
      const std::uint64_t first = numbers.next();
      const auto [x, y] = random::to_normals(first, numbers.next());
      values[i] = static_cast<float>(x);
      if (i + 1 < values.size()) values[i + 1] = static_cast<float>(y);
    }
  }
};

}  // namespace

const inference::PairWeighing& drawn_weights() {
  static const DrawnWeights weights;
  return weights;
}

const inference::Estimation& posterior_draws() {
  static const PosteriorDraws draws;
  return draws;
}

}  // namespace bsg::gibbs
