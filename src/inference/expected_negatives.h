#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "bsg/options.h"
#include "corpus/vocabulary.h"
#include "inference/background.h"
#include "inference/densities.h"
#include "inference/grouped_moments.h"
#include "inference/weighted_moments.h"
#include "kernels/pair_update.h"

namespace bsg::inference {

/// The expectation of step 5.4 of Figure 1 instead of a draw: word i with n_i positives C(i) has
/// the negative weight α_i p̃_z on every z outside C(i), p̃ being p_uni^¾ normalised and
///   α_i = N n_i / max(0.05, 1 − Σ_{j ∈ C(i)} p̃_j), or 0 if no word lies outside C(i).
/// With positives not excluded, every z has its share and α_i = N n_i.
///
/// (7) holds for any ξ, so all negatives of a word in one group g of contexts share one: the root
/// of
///   ξ̄_ig² = E over z ~ p̃ in g of E[(u_iᵀv_z)²].
/// Groups are made anew for each iteration, from contexts with similar scores (score_groups.h): the
/// more of them, the tighter the bound.
class ExpectedNegatives {
 public:
  ExpectedNegatives(const corpus::Vocabulary& vocabulary, const SamplingOptions& sampling,
                    const InferenceOptions& inference);

  /// For the update of u from v: S_g = Σ_{z ∈ g} p̃_z (diag σ²_z + μ_z μ_zᵀ), s = Σ p̃_z μ_z, shares
  /// 2λ̄_ig α_i and α_i. Valid until the next call of either function; u and v must outlive it.
  /// Both throw Interrupted on request.
  [[nodiscard]] Background of_targets(const Densities& u, const Densities& v,
                                      const std::stop_token& stop);

  /// For the update of v from u, once all words have been asked of of_targets(): S_g = Σ_i 2λ̄_ig
  /// α_i (diag σ²_i + μ_i μ_iᵀ) with λ̄ from the new u, s = Σ α_i μ_i; j has p̃_j of its own group.
  [[nodiscard]] Background of_contexts(const Densities& u, const std::stop_token& stop);

  /// The group of each context since the last of_targets().
  [[nodiscard]] std::span<const std::uint32_t> group_of() const { return group_of_; }

  /// Bytes that this takes at the most, beside those of of_targets() and of_contexts().
  [[nodiscard]] static std::size_t bytes(std::size_t words, const InferenceOptions& inference,
                                         std::size_t threads);
  /// Bytes that of_targets() and of_contexts() take at the most until they return.
  [[nodiscard]] static std::size_t bytes_for_a_time(std::size_t words, std::size_t dimension);

 private:
  [[nodiscard]] double alpha(const sampling::PairRow& pairs) const;
  void group_contexts(const Densities& u, const Densities& v);
  void sum_groups_of_contexts(const Densities& v, const std::stop_token& stop);
  /// 2λ̄_ig α_i for every group.
  void weigh(const Densities& u, std::uint32_t word, kernels::AlignedBuffer& workspace,
             kernels::AlignedBuffer& weights) const;
  /// weights_, by group and word.
  void weigh_all(const Densities& u);

  bool excluded_;
  double negatives_;  ///< N
  kernels::XiForm xi_;
  std::size_t dimension_;
  std::size_t group_count_;
  std::vector<std::uint32_t> all_words_;
  std::vector<float> shares_;                  ///< p̃, by word
  std::size_t words_with_share_;               ///< p̃ > 0
  std::vector<std::uint32_t> group_of_;        ///< by context
  std::vector<float> inverse_share_of_group_;  ///< 1 / Σ_{z ∈ g} p̃_z
  std::vector<float> alphas_;                  ///< α, by word, of the last of_targets()
  std::vector<float> weights_;       ///< 2λ̄_ig α_i, by group and word, for of_contexts()
  WeightedMoments context_moments_;  ///< over all v with p̃
  WeightedMoments target_moments_;   ///< over all u with 2λ̄α of the last group, and α
  GroupedMoments context_groups_;    ///< G_g
  GroupedMoments target_groups_;     ///< H_g
};

}  // namespace bsg::inference
