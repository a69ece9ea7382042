#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "inference/background.h"
#include "inference/densities.h"
#include "inference/learned_side.h"
#include "inference/pair_source.h"
#include "kernels/pair_update.h"

namespace bsg::inference {

/// How the means of some targets would scatter if they were learned from other texts of the same
/// kind and length, the contexts given. With s_b what block b of the text adds to r − P μ, they
/// scatter by P⁻¹ J P⁻¹, J = Σ_b s_b s_bᵀ. With random signs ε_b, d = Σ_b ε_b s_b has the second
/// moment J: P⁻¹ d is a draw of that scatter.
class TextScatter {
 public:
  /// The targets as their last update left them, in the axes of training. Both must outlive this.
  TextScatter(const LearnedSide& targets, const Densities& contexts, kernels::XiForm xi,
              std::vector<std::uint32_t> words);

  /// Adds d of another draw of the data. Signs differ by block, not by draw: what is due to the
  /// draws fades, as it does in training. `signed_rows` has the positive pairs, their signs as
  /// pulls. Of the negatives each word takes the share that its positives have: those of the
  /// background, or, without one, those that `rows` has beside the positives. Throws Interrupted on
  /// request.
  void add(const PairSource& signed_rows, const PairSource& rows, const Background* background,
           const std::stop_token& stop);

  [[nodiscard]] std::span<const std::uint32_t> words() const { return words_; }

  /// P⁻¹ d of each word, for the mean d of all draws: words × m. REQUIRES: the targets have their
  /// precision. Throws SolveFailure.
  [[nodiscard]] std::vector<float> moves() const;

  /// Bytes that this and moves() take at the most for so many words, beside what a half-update
  /// takes for its threads.
  [[nodiscard]] static std::uint64_t bytes(std::size_t words, std::size_t dimension) {
    return words * (sizeof(std::uint32_t) + 3 * sizeof(float) * dimension);
  }

 private:
  class Residuals;

  const LearnedSide& targets_;
  const Densities& contexts_;
  kernels::XiForm xi_;
  std::vector<std::uint32_t> words_;
  std::vector<float> sums_;  ///< d, words × m
  std::uint32_t draws_ = 0;
};

}  // namespace bsg::inference
