#include "inference/expected_negatives.h"

#include <algorithm>
#include <numeric>

#include "bsg/error.h"
#include "kernels/matrix_sums.h"
#include "kernels/row_layout.h"
#include "sampling/negative_sampler.h"

namespace bsg::inference {

using kernels::AlignedBuffer;

ExpectedNegatives::ExpectedNegatives(const corpus::Vocabulary& contexts, std::size_t targets,
                                     const SamplingOptions& sampling,
                                     const InferenceOptions& inference)
    : contexts_(sampling::negative_weights(contexts, sampling.negative_exponent), inference),
      targets_(contexts_, targets, sampling),
      with_pairs_(targets),
      target_moments_(inference.dimension),
      target_groups_(inference.dimension, contexts_.size()) {
  std::iota(with_pairs_.begin(), with_pairs_.end(), 0U);
}

std::size_t ExpectedNegatives::bytes(std::size_t words, const InferenceOptions& inference,
                                     std::size_t threads) {
  const std::size_t m = inference.dimension;
  const std::size_t groups = std::min<std::size_t>(inference.negative_groups, words);
  const std::size_t by_word = sizeof(std::uint32_t) + sizeof(float) * (3 + groups);
  const std::size_t by_thread = sizeof(float) * (kernels::kPairBlock + kernels::tiled_size(m));
  const std::size_t moments = sizeof(float) * (m + 1) * kernels::row_stride(m);
  return ContextGroups::bytes(words, inference, threads) + by_word * words + by_thread * threads +
         moments + GroupedMoments::bytes(m, groups);
}

void ExpectedNegatives::weigh_positives(const std::function<double(std::uint32_t)>& positives_of,
                                        const PairSource& rows, const std::stop_token& stop) {
  targets_.weigh_positives(positives_of, rows, stop);
}

void ExpectedNegatives::regroup(const Densities& u, const Densities& v,
                                const std::stop_token& stop) {
  contexts_.make(v, u, stop);
  grouped_ = true;
}

class ExpectedNegatives::OfContexts final : public Background {
 public:
  explicit OfContexts(const ExpectedNegatives& all)
      : all_(all), contexts_(all.contexts_), targets_(all.targets_) {}

  [[nodiscard]] bool excludes_pairs() const override { return targets_.excludes_positives(); }

  void add(std::uint32_t word, const WordSums& sums, AlignedBuffer& workspace) const override {
    workspace.resize(kernels::tiled_size(sums.m));
    const float share = contexts_.shares()[word];
    add_to_sums(all_.target_groups_, contexts_.group_of()[word], {&share, 1}, all_.target_moments_,
                share, sums, workspace.data());
  }

  void take_out(std::uint32_t word, const AlignedBuffer& /*workspace*/,
                std::span<const std::uint32_t> ids, float* weights, float* pulls) const override {
    const float share = contexts_.shares()[word];
    const std::uint32_t group = contexts_.group_of()[word];
    for (std::size_t k = 0; k < ids.size(); ++k) {
      weights[k] -= share * targets_.weight(group, ids[k]);
      pulls[k] += share * targets_.alphas()[ids[k]];
    }
  }

 private:
  const ExpectedNegatives& all_;
  const ContextGroups& contexts_;
  const TargetNegatives& targets_;
};

std::unique_ptr<const Background> ExpectedNegatives::of_targets(const Densities& u,
                                                                const Densities& v,
                                                                const std::stop_token& stop) {
  if (!grouped_) contexts_.make(v, u, stop);
  grouped_ = false;
  targets_.weigh(u, with_pairs_);
  return targets_.background();
}

std::unique_ptr<const Background> ExpectedNegatives::of_contexts(const Densities& u,
                                                                 const std::stop_token& stop) {
  targets_.weigh(u, with_pairs_);
  std::vector<float> weights(with_pairs_.size()), pulls(with_pairs_.size());
  const auto alpha_of = [this](std::uint32_t word) { return targets_.alphas()[word]; };
  std::ranges::transform(with_pairs_, pulls.begin(), alpha_of);
  for (std::size_t group = 0; group < contexts_.size(); ++group) {
    if (stop.stop_requested()) throw Interrupted("interrupted while summing expected negatives");
    const auto weight_of = [this, group](std::uint32_t word) {
      return targets_.weight(group, word);
    };
    std::ranges::transform(with_pairs_, weights.begin(), weight_of);
    sum_moments(u, with_pairs_, weights, pulls, target_moments_);
    target_groups_.set(group, target_moments_);
  }
  return std::make_unique<OfContexts>(*this);
}

std::unique_ptr<const Background> ExpectedNegatives::beside(const LearnedSide& updated,
                                                            const LearnedSide& other,
                                                            const std::stop_token& stop) {
  if (updated.side == Side::target) return of_targets(updated.densities, other.densities, stop);
  return of_contexts(other.densities, stop);
}

}  // namespace bsg::inference
