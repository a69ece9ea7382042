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
#include "inference/context_groups.h"
#include "inference/densities.h"
#include "inference/grouped_moments.h"
#include "inference/learned_side.h"
#include "inference/pair_source.h"
#include "inference/target_negatives.h"
#include "inference/weighted_moments.h"

namespace bsg::inference {

/// The expectation of step 5.4 of Figure 1 instead of a draw, for both sides of a training: see
/// TargetNegatives for α_i p̃_z, ContextGroups for the groups g, which are made anew for each
/// iteration.
class ExpectedNegatives {
 public:
  /// Targets are the words of the vocabulary, as contexts are.
  ExpectedNegatives(const corpus::Vocabulary& vocabulary, const SamplingOptions& sampling,
                    const InferenceOptions& inference)
      : ExpectedNegatives(vocabulary, vocabulary.size(), sampling, inference) {}
  /// So many targets of another kind.
  ExpectedNegatives(const corpus::Vocabulary& contexts, std::size_t targets,
                    const SamplingOptions& sampling, const InferenceOptions& inference);
  ExpectedNegatives(const ExpectedNegatives&) = delete;  // its parts refer to each other
  ExpectedNegatives& operator=(const ExpectedNegatives&) = delete;

  /// No other targets than these, ascending and distinct, will have pairs: nothing is computed for
  /// the rest.
  void restrict_targets(std::span<const std::uint32_t> words) {
    with_pairs_.assign(words.begin(), words.end());
  }

  /// As TargetNegatives has it. To be called once an iteration, before the two functions below. All
  /// three throw Interrupted on request.
  void weigh_positives(const std::function<double(std::uint32_t)>& positives_of,
                       const PairSource& rows, const std::stop_token& stop);

  /// For the update of u from v: TargetNegatives::background(). Valid until the next call of either
  /// function, as long as this lives.
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

  /// Groups for these densities, between two updates: what the bound is made with. The update that
  /// follows takes them as they are. REQUIRES: of_targets() comes next, with the same densities.
  void regroup(const Densities& u, const Densities& v, const std::stop_token& stop);

  [[nodiscard]] const ContextGroups& contexts() const { return contexts_; }
  [[nodiscard]] bool excludes_positives() const { return targets_.excludes_positives(); }
  /// α by word, of the last weigh_positives().
  [[nodiscard]] std::span<const float> alphas() const { return targets_.alphas(); }
  /// The group of each context since the last of_targets().
  [[nodiscard]] std::span<const std::uint32_t> group_of() const { return contexts_.group_of(); }

  /// Bytes that this takes at the most, beside those of of_targets() and of_contexts().
  [[nodiscard]] static std::size_t bytes(std::size_t words, const InferenceOptions& inference,
                                         std::size_t threads);
  /// Bytes that of_targets() and of_contexts() take at the most until they return.
  [[nodiscard]] static std::size_t bytes_for_a_time(std::size_t words, std::size_t dimension) {
    return ContextGroups::bytes_for_a_time(words, dimension);
  }

 private:
  class OfContexts;

  ContextGroups contexts_;
  TargetNegatives targets_;
  bool grouped_ = false;                   ///< for the update to come
  std::vector<std::uint32_t> with_pairs_;  ///< targets that may have pairs
  WeightedMoments target_moments_;         ///< over all u with 2λ̄α of the last group, and α
  GroupedMoments target_groups_;           ///< S_g of of_contexts()
};

}  // namespace bsg::inference
