#pragma once

#include <cstdint>
#include <vector>

#include "bsg/options.h"
#include "corpus/vocabulary.h"
#include "inference/background.h"
#include "inference/densities.h"
#include "kernels/pair_update.h"

namespace bsg::inference {

/// The expectation of step 5.4 of Figure 1 instead of a draw: word i with n_i positives C(i) has
/// the negative weight α_i p̃_z on every z outside C(i), p̃ being p_uni^¾ normalised and
///   α_i = N n_i / max(0.05, 1 − Σ_{j ∈ C(i)} p̃_j), or 0 if no word lies outside C(i).
/// (7) holds for any ξ, so all negatives of a word share one: the root of
///   ξ̄_i² = E over z ~ p̃ of E[(u_iᵀv_z)²].
/// With positives not excluded, every z has its share and α_i = N n_i.
class ExpectedNegatives {
 public:
  ExpectedNegatives(const corpus::Vocabulary& vocabulary, const SamplingOptions& options,
                    kernels::XiForm xi, std::size_t dimension);

  /// For the update of u from v: f = (2λ̄_i α_i, α_i), weight_z = pull_z = p̃_z. Valid until the next
  /// call of either function; u and v must outlive it.
  [[nodiscard]] Background of_targets(const Densities& u, const Densities& v);

  /// For the update of v from u, once all words have been asked of of_targets(): f = (p̃_j, p̃_j),
  /// weight_i = 2λ̄_i α_i with λ̄ from the new u, pull_i = α_i.
  [[nodiscard]] Background of_contexts(const Densities& u);

 private:
  [[nodiscard]] double alpha(const sampling::PairRow& pairs) const;
  /// 2λ̄_i α_i for the words first … first + size of u, at most kPairBlock.
  void weigh(const Densities& u, std::uint32_t first, std::size_t size, float* weights) const;

  bool excluded_;
  double negatives_;  ///< N
  kernels::XiForm xi_;
  std::vector<float> shares_;        ///< p̃, by word
  std::size_t words_with_share_;     ///< p̃ > 0
  std::vector<float> alphas_;        ///< α, by word, of the last of_targets()
  std::vector<float> weights_;       ///< 2λ̄α, by word, for of_contexts()
  WeightedMoments context_moments_;  ///< G and g: over v with p̃
  WeightedMoments target_moments_;   ///< H and h: over u with 2λ̄α and α
};

}  // namespace bsg::inference
