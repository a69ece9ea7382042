#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "inference/weighted_moments.h"
#include "sampling/pair_counter.h"

namespace bsg::inference {

/// How much of a background a word has.
struct BackgroundFactors {
  float weight = 0;
  float pull = 0;
};

/// Pairs with all words z of the other side, in the proportion weight_z (in P) and pull_z (in r),
/// without a visit to any of them. Word w, whose own pairs are C(w), has
///   P_w = Σ_C (2λ c − [excluded] f.weight · weight_z)(diag σ²_z + μ_z μ_zᵀ) + f.weight · S + τI
///   r_w = ½ [ Σ_C (c + [excluded] f.pull · pull_z) μ_z − f.pull · s ]
/// with S, s the weighted moments over all z and f the factors of w. `excluded` takes the word's
/// own pairs out of the background.
struct Background {
  const WeightedMoments& moments;
  std::span<const float> weights;  ///< weight_z, by word of the other side
  std::span<const float> pulls;    ///< pull_z
  bool excluded;
  /// f of a word with these pairs, called by several threads at once, for distinct words.
  std::function<BackgroundFactors(std::uint32_t word, const sampling::PairRow& pairs)> factors;
};

}  // namespace bsg::inference
