#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "bsg/options.h"
#include "inference/densities.h"
#include "inference/grouped_moments.h"
#include "inference/weighted_moments.h"
#include "kernels/aligned_buffer.h"
#include "kernels/pair_update.h"

namespace bsg::inference {

/// All contexts as the expected negatives of a target see them. (7) holds for any ξ, so all
/// negatives of a target i in one group g of contexts share one: the root of
///   ξ̄_ig² = E over z ~ p̃ in g of E[(u_iᵀv_z)²].
/// Groups have similar scores (score_groups.h): the more of them, the tighter the bound.
class ContextGroups {
 public:
  /// `weights`: of each context as a negative; p̃ is these, normalised.
  ContextGroups(const std::vector<double>& weights, const InferenceOptions& inference);

  /// Groups for these contexts, and S_g = Σ_{z ∈ g} p̃_z (diag σ²_z + μ_z μ_zᵀ) of each. `targets`:
  /// moments of u with weights that sum to 1. Throws Interrupted on request.
  void make(const Densities& v, const WeightedMoments& targets, const std::stop_token& stop);
  /// The same, `targets` being all words of u alike.
  void make(const Densities& v, const Densities& u, const std::stop_token& stop);

  [[nodiscard]] std::size_t size() const { return group_count_; }
  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  /// p̃, by context.
  [[nodiscard]] std::span<const float> shares() const { return shares_; }
  [[nodiscard]] std::size_t words_with_share() const { return words_.size(); }
  /// The group of each context since the last make().
  [[nodiscard]] std::span<const std::uint32_t> group_of() const { return group_of_; }
  /// S_g.
  [[nodiscard]] const GroupedMoments& second() const { return second_; }
  /// Its first: s = Σ p̃_z μ_z, over all contexts.
  [[nodiscard]] const WeightedMoments& moments() const { return moments_; }

  /// 1 / Σ_{z ∈ g} p̃_z, by group; 0 for one without a share.
  [[nodiscard]] std::span<const float> inverse_shares() const { return inverse_share_of_group_; }

  /// Floats that sum_squares() and weigh() write; those behind the groups' own mean nothing.
  [[nodiscard]] std::size_t room() const;
  /// Σ_{z ∈ g} p̃_z E[(uᵀv_z)²] for every group g and a target with this density, the expectation
  /// in either form. The workspace is resized at will. REQUIRES: squares.size() == room().
  void sum_squares(const float* mean, const float* variance, kernels::XiForm form,
                   kernels::AlignedBuffer& workspace, std::span<float> squares) const;

  /// 2λ̄_ig α for every group g and a target with this density. Both buffers are resized at will.
  void weigh(const float* mean, const float* variance, float alpha,
             kernels::AlignedBuffer& workspace, kernels::AlignedBuffer& weights) const;

  /// Bytes that this takes at the most, and each thread that weighs; beside those that make() takes
  /// until it returns.
  [[nodiscard]] static std::size_t bytes(std::size_t words, const InferenceOptions& inference,
                                         std::size_t threads);
  [[nodiscard]] static std::size_t bytes_for_a_time(std::size_t words, std::size_t dimension);

 private:
  void sum_groups(const Densities& v, const std::stop_token& stop);

  kernels::XiForm xi_;
  std::size_t dimension_;
  std::size_t group_count_;
  std::vector<float> shares_;
  std::vector<std::uint32_t> words_;  ///< those with a share, ascending
  std::vector<std::uint32_t> group_of_;
  std::vector<float> inverse_share_of_group_;  ///< 1 / Σ_{z ∈ g} p̃_z
  WeightedMoments moments_;
  GroupedMoments second_;
};

}  // namespace bsg::inference
