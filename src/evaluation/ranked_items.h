#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace bsg::evaluation {

/// Items of a list that have the same score: they are at ranks `before` + 1 … `before` + `size`,
/// in every order with the same probability.
struct TiedItems {
  std::size_t before = 0;  ///< items with a better score
  std::size_t size = 0;
  std::size_t wanted = 0;  ///< of these, held-out items; at least one

  bool operator==(const TiedItems&) const = default;
};

/// Where the held-out items of a user stand among all, the best first. `scores` of candidates, and
/// those of the held-out items among them. NaN marks what is no candidate.
std::vector<TiedItems> places_of(std::span<const double> scores, std::span<const double> wanted);

/// What one list is worth up to a rank, on average over the orders of tied items.
struct ListWorth {
  double hit_rate = 0, recall = 0, ndcg = 0, mrr = 0;
};

/// `wanted`: all held-out items, those included that are not in the list at all. REQUIRES: at
/// least as many as in `places`; 0 < wanted, 0 < cutoff.
ListWorth worth_of(std::span<const TiedItems> places, std::size_t wanted, std::size_t cutoff);

}  // namespace bsg::evaluation
