#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "inference/grouped_moments.h"
#include "kernels/aligned_buffer.h"
#include "sampling/pair_counter.h"

namespace bsg::inference {

/// How much of a background a word has.
struct BackgroundShare {
  std::size_t first_group = 0;
  kernels::AlignedBuffer weights;  ///< of the groups from first_group on
  float pull = 0;
  kernels::AlignedBuffer workspace;  ///< of whoever fills this in
};

/// Pairs with all words z of the other side, without a visit to any of them: a word whose own pairs
/// are C has
///   P = Σ_C 2λ c (diag σ²_z + μ_z μ_zᵀ) + Σ_g share.weights_g S_g + τI
///   r = ½ [ Σ_C c μ_z − share.pull · s ]
/// with S_g the second moments of groups of z and s the first moment of all.
struct Background {
  const GroupedMoments& second;  ///< S_g
  std::span<const float> first;  ///< s

  /// The share of a word with these pairs. Called by several threads at once, for distinct words.
  std::function<void(std::uint32_t word, const sampling::PairRow& pairs, BackgroundShare& share)>
      share_of;

  /// Takes pairs of the word with `ids` out of the background: adds what they have of it to the
  /// weights and pulls of (14), with the opposite sign. Empty: they stay in.
  std::function<void(std::uint32_t word, const BackgroundShare& share,
                     std::span<const std::uint32_t> ids, float* weights, float* pulls)>
      take_out{};
};

}  // namespace bsg::inference
