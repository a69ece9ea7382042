#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bsg/model.h"
#include "folding/fixed_contexts.h"
#include "inference/learned_side.h"

namespace bsg::recommending {

/// Items of somebody, and how much each counts; no weights: 1 each. Spans must outlive their use.
struct BasketView {
  std::span<const WordId> items;
  std::span<const float> weights{};
};

/// The density of somebody with these items, and what each item of the model scores for it.
/// Immutable, thread-safe.
class ItemScores {
 public:
  /// What an item scores that no basket has taught: lower than any other score.
  static constexpr float kNever = -1e30F;

  /// Throws ModelError as folding::FixedContexts does.
  explicit ItemScores(const Model& model);

  [[nodiscard]] const Model& model() const { return contexts_.model(); }

  /// q(u) of each basket, in the model's axes; the prior for one that tells nothing. What becomes
  /// of a basket depends neither on the order of its items nor on the others. An item that is there
  /// twice counts once, with the sum of its weights. Throws NumericalError.
  [[nodiscard]] inference::Densities fold(std::span<const BasketView> baskets) const;

  /// scores[b · l + j] = E[u_bᵀ v_j] + e log p_j, or kNever. REQUIRES: scores.size() ==
  /// users.size() × model().size().
  void score(const inference::Densities& users, std::span<float> scores) const;

  /// e log p_j, or kNever, by item.
  [[nodiscard]] std::span<const float> offsets() const { return offsets_; }

 private:
  folding::FixedContexts contexts_;
  std::vector<float> offsets_;
};

}  // namespace bsg::recommending
