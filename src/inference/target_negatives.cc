#include "inference/target_negatives.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

#include "bsg/error.h"
#include "kernels/matrix_sums.h"
#include "kernels/pair_update.h"

namespace bsg::inference {
namespace {

using kernels::AlignedBuffer;
using kernels::kPairBlock;

/// Where nearly all of p̃ lies on positives, the rest is not blown up beyond this.
constexpr double kSmallestShareOutside = 0.05;

/// Where the packed sum begins in a workspace that starts with a float for each group.
std::size_t behind(std::size_t groups) {
  return (groups + kPairBlock - 1) / kPairBlock * kPairBlock;
}

}  // namespace

void add_to_sums(const GroupedMoments& second, std::size_t first, std::span<const float> weights,
                 const WeightedMoments& moments, float pull, const WordSums& sums, float* packed) {
  kernels::weighted_matrix_sum(second.matrices(), first, weights.size(), weights.data(), packed);
  sums.add_packed(packed);
  for (std::size_t k = 0; k < sums.m; ++k) sums.r[k] += -0.5F * pull * moments.first[k];
}

TargetNegatives::TargetNegatives(const ContextGroups& contexts, std::size_t targets,
                                 const SamplingOptions& sampling)
    : contexts_(contexts),
      excluded_(sampling.exclude_positives),
      negatives_(sampling.negatives),
      alphas_(targets),
      weights_(contexts.size() * targets) {}

float TargetNegatives::alpha(double positives, const sampling::PairRow& pairs) const {
  const double all = negatives_ * positives;
  if (!excluded_) return static_cast<float>(all);
  double inside = 0;
  std::size_t with_share = 0;
  for (const std::uint32_t id : pairs.ids) {
    inside += double{contexts_.shares()[id]};
    with_share += contexts_.shares()[id] > 0 ? 1 : 0;
  }
  if (with_share == contexts_.words_with_share()) return 0;
  return static_cast<float>(all / std::max(kSmallestShareOutside, 1 - inside));
}

void TargetNegatives::weigh_positives(std::uint32_t target, const sampling::PairRow& positives) {
  alphas_[target] =
      alpha(std::accumulate(positives.counts.begin(), positives.counts.end(), 0.0), positives);
}

void TargetNegatives::weigh_positives(const std::function<double(std::uint32_t)>& positives_of,
                                      const PairSource& rows, const std::stop_token& stop) {
  tbb::enumerable_thread_specific<sampling::PairCounter> counters(contexts_.shares().size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, alphas_.size(), kPairBlock),
                    [&](const auto& part) {
                      sampling::PairRow pairs;
                      for (std::size_t k = part.begin(); k < part.end(); ++k) {
                        if (stop.stop_requested()) return;
                        const auto target = static_cast<std::uint32_t>(k);
                        if (excluded_) rows(target, counters.local(), pairs);
                        alphas_[k] = alpha(positives_of(target), pairs);
                      }
                    });
  if (stop.stop_requested()) throw Interrupted("interrupted while summing expected negatives");
}

void TargetNegatives::weigh(const Densities& u, std::span<const std::uint32_t> targets) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, targets.size(), kPairBlock),
                    [&](const auto& part) {
                      AlignedBuffer workspace, weights;
                      for (std::size_t place = part.begin(); place < part.end(); ++place) {
                        weigh(u, targets[place], workspace, weights);
                      }
                    });
}

void TargetNegatives::weigh(const Densities& u, std::uint32_t target, AlignedBuffer& workspace,
                            AlignedBuffer& weights) {
  contexts_.weigh(u.rows().mean(target), u.rows().variance(target), alphas_[target], workspace,
                  weights);
  for (std::size_t group = 0; group < contexts_.size(); ++group) {
    weights_[group * alphas_.size() + target] = weights[group];
  }
}

class TargetNegatives::OfTargets final : public Background {
 public:
  explicit OfTargets(const TargetNegatives& all) : all_(all), contexts_(all.contexts_) {}

  [[nodiscard]] bool excludes_pairs() const override { return all_.excluded_; }

  void add(std::uint32_t target, const WordSums& sums, AlignedBuffer& workspace) const override {
    const std::size_t groups = contexts_.size(), packed_at = behind(groups);
    workspace.resize(packed_at + kernels::tiled_size(sums.m));
    for (std::size_t group = 0; group < groups; ++group)
      workspace[group] = all_.weight(group, target);
    add_to_sums(contexts_.second(), 0, {workspace.data(), groups}, contexts_.moments(),
                all_.alphas_[target], sums, workspace.data() + packed_at);
  }

  void take_out(std::uint32_t target, const AlignedBuffer& workspace,
                std::span<const std::uint32_t> ids, float* weights, float* pulls) const override {
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const float share = contexts_.shares()[ids[k]];
      weights[k] -= workspace[contexts_.group_of()[ids[k]]] * share;
      pulls[k] += all_.alphas_[target] * share;
    }
  }

 private:
  const TargetNegatives& all_;
  const ContextGroups& contexts_;
};

std::unique_ptr<const Background> TargetNegatives::background() const {
  return std::make_unique<OfTargets>(*this);
}

}  // namespace bsg::inference
