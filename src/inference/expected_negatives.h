#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "bsg/options.h"
#include "corpus/vocabulary.h"
#include "inference/background.h"
#include "inference/densities.h"
#include "inference/grouped_moments.h"
#include "inference/learned_side.h"
#include "inference/pair_source.h"
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

  /// No other targets than these, ascending and distinct, will have pairs: nothing is computed for
  /// the rest.
  void restrict_targets(std::span<const std::uint32_t> words) {
    targets_.assign(words.begin(), words.end());
  }

  /// α of every word: n_i by `positives_of`, and with positives excluded C(i) by `rows`. To be
  /// called once an iteration, before the two functions below. All three throw Interrupted on
  /// request.
  void weigh_positives(const std::function<std::uint64_t(std::uint32_t)>& positives_of,
                       const PairSource& rows, const std::stop_token& stop);

  /// For the update of u from v: with S_g = Σ_{z ∈ g} p̃_z (diag σ²_z + μ_z μ_zᵀ) and s = Σ p̃_z μ_z,
  /// P_i has Σ_g 2λ̄_ig α_i S_g and r_i has −½ α_i s of the background. Valid until the next call of
  /// either function, as long as this lives.
  [[nodiscard]] std::unique_ptr<const Background> of_targets(const Densities& u, const Densities& v,
                                                             const std::stop_token& stop);

  /// For the update of v from u: with S_g = Σ_i 2λ̄_ig α_i (diag σ²_i + μ_i μ_iᵀ), λ̄ from the new u,
  /// and s = Σ α_i μ_i, P_j has p̃_j S_g of its own group and r_j has −½ p̃_j s.
  [[nodiscard]] std::unique_ptr<const Background> of_contexts(const Densities& u,
                                                              const std::stop_token& stop);

  /// Whichever of the two `updated` is updated with from `other`.
  [[nodiscard]] std::unique_ptr<const Background> beside(const LearnedSide& updated,
                                                         const LearnedSide& other,
                                                         const std::stop_token& stop);

  /// α by word, of the last weigh_positives().
  [[nodiscard]] std::span<const float> alphas() const { return alphas_; }
  /// The group of each context since the last of_targets().
  [[nodiscard]] std::span<const std::uint32_t> group_of() const { return group_of_; }

  /// Bytes that this takes at the most, beside those of of_targets() and of_contexts().
  [[nodiscard]] static std::size_t bytes(std::size_t words, const InferenceOptions& inference,
                                         std::size_t threads);
  /// Bytes that of_targets() and of_contexts() take at the most until they return.
  [[nodiscard]] static std::size_t bytes_for_a_time(std::size_t words, std::size_t dimension);

 private:
  class OfTargets;
  class OfContexts;

  [[nodiscard]] double alpha(std::uint64_t positives, const sampling::PairRow& pairs) const;
  void group_contexts(const Densities& u, const Densities& v);
  void sum_groups_of_contexts(const Densities& v, const std::stop_token& stop);
  /// 2λ̄_ig α_i for every group.
  void weigh(const Densities& u, std::uint32_t word, kernels::AlignedBuffer& workspace,
             kernels::AlignedBuffer& weights) const;
  /// weights_, of all targets.
  void weigh_all(const Densities& u);
  [[nodiscard]] float weight(std::size_t group, std::uint32_t word) const {
    return weights_[group * alphas_.size() + word];
  }

  bool excluded_;
  double negatives_;  ///< N
  kernels::XiForm xi_;
  std::size_t dimension_;
  std::size_t group_count_;
  std::vector<std::uint32_t> all_words_;
  std::vector<std::uint32_t> targets_;         ///< that may have pairs
  std::vector<float> shares_;                  ///< p̃, by word
  std::size_t words_with_share_;               ///< p̃ > 0
  std::vector<std::uint32_t> group_of_;        ///< by context
  std::vector<float> inverse_share_of_group_;  ///< 1 / Σ_{z ∈ g} p̃_z
  std::vector<float> alphas_;                  ///< α, by word
  std::vector<float> weights_;                 ///< 2λ̄_ig α_i, by group and word, of the last u
  WeightedMoments context_moments_;            ///< over all v with p̃
  WeightedMoments target_moments_;  ///< over all u with 2λ̄α of the last group, and α
  GroupedMoments context_groups_;   ///< G_g
  GroupedMoments target_groups_;    ///< H_g
};

}  // namespace bsg::inference
