#include "inference/expected_negatives.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "kernels/row_layout.h"
#include "sampling/negative_sampler.h"

namespace bsg::inference {
namespace {

using kernels::kPairBlock;

/// Where nearly all of p̃ lies on positives, the rest is not blown up beyond this.
constexpr double kSmallestShareOutside = 0.05;

std::vector<float> normalised(std::vector<double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<float> shares;
  for (const double weight : weights) shares.push_back(static_cast<float>(weight / sum));
  return shares;
}

}  // namespace

ExpectedNegatives::ExpectedNegatives(const corpus::Vocabulary& vocabulary,
                                     const SamplingOptions& options, kernels::XiForm xi,
                                     std::size_t dimension)
    : excluded_(options.exclude_positives),
      negatives_(options.negatives),
      xi_(xi),
      shares_(normalised(sampling::negative_weights(vocabulary))),
      words_with_share_(static_cast<std::size_t>(
          std::ranges::count_if(shares_, [](float share) { return share > 0; }))),
      alphas_(vocabulary.size()),
      weights_(vocabulary.size()),
      context_moments_(dimension),
      target_moments_(dimension) {}

double ExpectedNegatives::alpha(const sampling::PairRow& pairs) const {
  double positives = 0;
  for (const float count : pairs.counts) positives += double{count};
  if (!excluded_) return negatives_ * positives;
  double inside = 0;
  std::size_t with_share = 0;
  for (const std::uint32_t id : pairs.ids) {
    inside += double{shares_[id]};
    with_share += shares_[id] > 0 ? 1 : 0;
  }
  if (with_share == words_with_share_) return 0;
  return negatives_ * positives / std::max(kSmallestShareOutside, 1 - inside);
}

void ExpectedNegatives::weigh(const Densities& u, std::uint32_t first, std::size_t size,
                              float* weights) const {
  alignas(kernels::kAlignment) std::array<float, kPairBlock> xi_squared{};
  alignas(kernels::kAlignment) std::array<float, kPairBlock> alphas{};
  alignas(kernels::kAlignment) std::array<float, kPairBlock> weighed{};
  for (std::size_t k = 0; k < size; ++k) {
    const auto word = static_cast<std::uint32_t>(first + k);
    alphas[k] = alphas_[word];
    xi_squared[k] =
        static_cast<float>(expected_square(context_moments_, {u.rows().mean(word), u.dimension()},
                                           {u.rows().variance(word), u.dimension()}, xi_));
  }
  kernels::pair_weights(xi_squared.data(), alphas.data(), size, weighed.data());
  std::copy_n(weighed.data(), size, weights);
}

Background ExpectedNegatives::of_targets(const Densities& u, const Densities& v) {
  sum_moments(v, shares_, shares_, context_moments_);
  const auto factors = [this, &u](std::uint32_t word, const sampling::PairRow& pairs) {
    BackgroundFactors result;
    alphas_[word] = result.pull = static_cast<float>(alpha(pairs));
    weigh(u, word, 1, &result.weight);
    return result;
  };
  return {context_moments_, shares_, shares_, excluded_, factors};
}

Background ExpectedNegatives::of_contexts(const Densities& u) {
  const std::size_t blocks = (u.size() + kPairBlock - 1) / kPairBlock;
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
    const std::size_t first = block * kPairBlock;
    weigh(u, static_cast<std::uint32_t>(first), std::min(kPairBlock, u.size() - first),
          &weights_[first]);
  });
  sum_moments(u, weights_, alphas_, target_moments_);
  const auto factors = [this](std::uint32_t word, const sampling::PairRow&) {
    return BackgroundFactors{shares_[word], shares_[word]};
  };
  return {target_moments_, weights_, alphas_, excluded_, factors};
}

}  // namespace bsg::inference
