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

  /// e log p_j, or kNever, by item. An item that nobody has had and that is known by its tags is
  /// taken for as popular as items are: the mean of e log p.
  [[nodiscard]] std::span<const float> offsets() const { return offsets_; }
  /// The variance of that where it is not known: of e log p from item to item; 0 elsewhere.
  [[nodiscard]] double offset_variance(WordId id) const {
    return model().count(id) == 0 ? unknown_variance_ : 0;
  }

 private:
  folding::FixedContexts contexts_;
  double unknown_variance_ = 0;
  std::vector<float> offsets_;  ///< after unknown_variance_, which comes with them
};

}  // namespace bsg::recommending
