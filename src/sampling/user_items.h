#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "corpus/encoded_corpus.h"
#include "sampling/group_by_key.h"
#include "sampling/pair_counter.h"

namespace bsg::sampling {

/// Users and their items, by user and by item: the positive pairs of a training whose targets are
/// the users, the same in every iteration. Immutable, thread-safe.
class UserItems {
 public:
  /// Sentence s of the corpus has the items of user s, each once. `weights`: of its tokens; empty:
  /// 1. Each pair counts pair_weight times that.
  UserItems(const corpus::EncodedCorpus& corpus, std::size_t items, std::span<const float> weights,
            double pair_weight);

  [[nodiscard]] std::size_t users() const { return by_user_.offsets.size() - 1; }

  /// The pairs of a user: its items, ascending.
  void row(std::uint32_t user, PairRow& pairs) const;
  /// The pairs of an item: its users, ascending.
  void column(std::uint32_t item, PairRow& pairs) const;
  /// Σ of a row's weights.
  [[nodiscard]] double positives_of(std::uint32_t user) const;

  /// Items of a user, ascending, and what they weigh before pair_weight; empty: all 1.
  [[nodiscard]] std::span<const std::uint32_t> items_of(std::uint32_t user) const {
    return by_user_[user];
  }
  [[nodiscard]] std::span<const float> weights_of(std::uint32_t user) const {
    return weights_of(by_user_, user_weights_, user);
  }

  [[nodiscard]] std::uint64_t pairs() const { return by_user_.values.size(); }
  [[nodiscard]] double positive_weight() const { return positive_weight_; }

  /// Bytes that this takes at the most, for so many pairs.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t users, std::uint64_t items,
                                           std::uint64_t pairs, std::uint32_t threads);

 private:
  using Weights = std::vector<float>;  ///< parallel to the values of groups; empty: 1

  static std::span<const float> weights_of(const Groups& groups, const Weights& weights,
                                           std::uint32_t key);
  void fill(const Groups& groups, const Weights& weights, std::uint32_t key, PairRow& pairs) const;

  float pair_weight_;
  Groups by_user_, by_item_;
  Weights user_weights_, item_weights_;
  double positive_weight_ = 0;
};

}  // namespace bsg::sampling
