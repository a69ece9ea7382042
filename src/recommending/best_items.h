#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bsg/recommend.h"
#include "inference/densities.h"
#include "kernels/sum_of_exponentials.h"
#include "query/best_candidates.h"
#include "recommending/item_scores.h"

namespace bsg::recommending {

/// What is the same for all users of a call.
struct ListRule {
  RecommendationRank rank;
  std::size_t count;               ///< of items in a list
  std::uint64_t seed;              ///< of RecommendationRank::thompson
  std::span<const float> offsets;  ///< by item: e log p, or ItemScores::kNever for no answers
};

/// The best items of one user.
struct BestItems {
  std::vector<query::Candidate> items;  ///< best first, by the rank's key
  kernels::ExponentialSum rates;        ///< Σ exp(score) of all items that could be in the list
};

/// For users first, first + 1, … of a call, whose densities these are; known[k]: items, ascending,
/// that are no answers to user k. Spread over threads; a list depends neither on them nor, but for
/// thompson's draws by place, on other users.
std::vector<BestItems> best_items(const ItemScores& scores, const inference::Densities& users,
                                  std::uint64_t first, std::span<const std::vector<WordId>> known,
                                  const ListRule& rule);

}  // namespace bsg::recommending
