#pragma once

#include <span>
#include <vector>

#include "bsg/model.h"
#include "folding/fixed_contexts.h"
#include "inference/learned_side.h"

namespace bsg::recommending {

/// The density of somebody with these items, and what each item of the model scores for it.
/// Immutable, thread-safe.
class ItemScores {
 public:
  /// Throws ModelError as folding::FixedContexts does.
  explicit ItemScores(const Model& model);

  [[nodiscard]] const Model& model() const { return contexts_.model(); }

  /// q(u) of each basket, in the model's axes; the prior for one that tells nothing. Items in any
  /// order; repeats count once. `weights`: of each basket's items; empty: all 1.
  [[nodiscard]] inference::LearnedSide fold(std::span<const std::vector<WordId>> baskets,
                                            std::span<const std::vector<float>> weights = {}) const;

  /// scores[b · l + j] = E[u_bᵀ v_j] + e log p_j; −∞ for an item that no basket has taught.
  /// REQUIRES: scores.size() == users.densities.size() × model().size().
  void score(const inference::LearnedSide& users, std::span<float> scores) const;

  /// e log p_j, by item.
  [[nodiscard]] std::span<const float> log_popularity() const { return log_popularity_; }

 private:
  folding::FixedContexts contexts_;
  std::vector<float> log_popularity_;
};

}  // namespace bsg::recommending
