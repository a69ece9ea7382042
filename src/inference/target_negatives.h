#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "bsg/options.h"
#include "inference/background.h"
#include "inference/context_groups.h"
#include "inference/densities.h"
#include "inference/pair_source.h"

namespace bsg::inference {

/// The expected negatives of some targets, which may be words of the vocabulary or not: target i
/// with n_i positives C(i) has the negative weight α_i p̃_z on every context z outside C(i),
///   α_i = N n_i / max(0.05, 1 − Σ_{j ∈ C(i)} p̃_j), or 0 if no context lies outside C(i);
/// with positives not excluded, every z has its share and α_i = N n_i.
class TargetNegatives {
 public:
  /// The contexts must outlive this.
  TargetNegatives(const ContextGroups& contexts, std::size_t targets,
                  const SamplingOptions& sampling);

  /// α of every target: n_i by `positives_of`, and with positives excluded C(i) by `rows`. Throws
  /// Interrupted on request.
  void weigh_positives(const std::function<double(std::uint32_t)>& positives_of,
                       const PairSource& rows, const std::stop_token& stop);

  /// α of one target, from all its positives C(i). Thread-safe for distinct targets.
  void weigh_positives(std::uint32_t target, const sampling::PairRow& positives);

  /// 2λ̄_ig α_i of these targets for every group. REQUIRES: weigh_positives() was called.
  void weigh(const Densities& u, std::span<const std::uint32_t> targets);

  /// Of one target; the buffers are resized at will. Thread-safe for distinct targets.
  void weigh(const Densities& u, std::uint32_t target, kernels::AlignedBuffer& workspace,
             kernels::AlignedBuffer& weights);

  /// What targets have beside their pairs, as the last weigh() of each has left it: P_i has
  /// Σ_g 2λ̄_ig α_i S_g and r_i has −½ α_i s. Valid as long as this lives.
  [[nodiscard]] std::unique_ptr<const Background> background() const;

  [[nodiscard]] std::span<const float> alphas() const { return alphas_; }
  [[nodiscard]] bool excludes_positives() const { return excluded_; }
  /// 2λ̄_ig α_i.
  [[nodiscard]] float weight(std::size_t group, std::uint32_t target) const {
    return weights_[group * alphas_.size() + target];
  }

 private:
  class OfTargets;

  [[nodiscard]] float alpha(double positives, const sampling::PairRow& pairs) const;

  const ContextGroups& contexts_;
  bool excluded_;
  double negatives_;            ///< N
  std::vector<float> alphas_;   ///< α, by target
  std::vector<float> weights_;  ///< by group and target
};

/// P += Σ_k weights[k] S_(first + k), r −= ½ pull · s, with S of `second` and s of `moments`.
/// REQUIRES: `packed` has room for whole tiles.
void add_to_sums(const GroupedMoments& second, std::size_t first, std::span<const float> weights,
                 const WeightedMoments& moments, float pull, const WordSums& sums, float* packed);

}  // namespace bsg::inference
