#include "inference/update_steps.h"

#include "inference/solve_words.h"
#include "kernels/pair_update.h"

namespace bsg::inference {
namespace {

class ExpectedWeights final : public PairWeighing {
 public:
  void weigh(const UpdateAddress& /*at*/, std::uint32_t /*word*/,
             std::span<const std::uint32_t> ids, const float* xi_squared, const float* counts,
             float* weights) const override {
    kernels::pair_weights(xi_squared, counts, ids.size(), weights);
  }
};

class PosteriorMoments final : public Estimation {
 public:
  void estimate(const UpdateAddress& /*at*/, std::size_t m, std::span<const std::uint32_t> words,
                std::span<kernels::System> systems, float* workspace) const override {
    solve_words(m, words, systems, workspace);
  }
};

}  // namespace

const PairWeighing& expected_weights() {
  static const ExpectedWeights weights;
  return weights;
}

const Estimation& posterior_moments() {
  static const PosteriorMoments moments;
  return moments;
}

}  // namespace bsg::inference
